/// The body of a batch of items: text with one line for each event, so that it can be inspected.
///
/// A line contains the event's identifier, `+` or `-`, and the item or the rejection as JSON,
/// separated by tabs; the JSON contains no tabs. If there is an envelope, it is in a line before
/// them.
extension MappedBatch {
  private static let tab = UInt8(ascii: "\t")
  private static let end = UInt8(ascii: "\n")

  /// The body for `Destination.seal` to return.
  public var body: [UInt8] {
    let size = items.reduce(ids.count * 40) { $0 + $1.json.count }
    var body = OutputBuffer(capacity: size)
    var items = items[...]
    if let envelope {
      body.append("envelope\t=\t")
      body.appendSorted(envelope)
      body.append(Self.end)
    }
    for (place, id) in ids.enumerated() {
      body.append(id)
      if let item = items.first, item.place == place {
        items.removeFirst()
        body.append("\t+\t")
        body.append(item.json)
      } else {
        body.append("\t-\t")
        body.appendSorted((refused[place] ?? "it has no item").value)
      }
      body.append(Self.end)
    }
    return Array(body.bytes)
  }

  /// Reads a body that `body` has made; nil when it does not have that format.
  public init?(_ body: [UInt8]) {
    var (items, refused, ids): ([Item], [Int: DeliveryRejection], [EventID]) = ([], [:], [])
    var envelope: Value?
    for line in body.split(separator: Self.end) {
      let parts = line.split(separator: Self.tab, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      if parts[1] == [UInt8(ascii: "=")] {
        envelope = Value(json: parts[2])
        continue
      }
      guard let id = EventID(String(decoding: parts[0], as: UTF8.self)) else {
        return nil
      }
      switch parts[1] {
      case [UInt8(ascii: "+")]: items.append(Item(place: ids.count, id: id, json: Array(parts[2])))
      case [UInt8(ascii: "-")]: refused[ids.count] = DeliveryRejection(Value(json: parts[2]))
      default: return nil
      }
      ids.append(id)
    }
    self.init(items: items, refused: refused, envelope: envelope, ids: ids)
  }

  /// Reads the body of a batch, with the current indices of the events.
  ///
  /// The result is nil when the body does not have this format or does not contain all of the
  /// events, because missing events would count as delivered. The indices differ from those at
  /// sealing if an event was damaged in the meantime.
  public init?(_ batch: Batch) {
    guard let sealed = MappedBatch(batch.body) else { return nil }
    let ids = batch.events.map(\.id)
    let places = Self.places(of: sealed.ids, in: ids)
    guard places.count(where: { $0 != nil }) == ids.count else { return nil }
    self.init(
      items: sealed.items.map { Item(place: places[$0.place] ?? -1, id: $0.id, json: $0.json) },
      // One that is gone was not sent either: without it the batch would count as accepted whole.
      refused: Dictionary(
        sealed.refused.map { (places[$0.key] ?? -1, $0.value) }, uniquingKeysWith: { one, _ in one }
      ),
      envelope: sealed.envelope, ids: ids)
  }

  /// The current index of each event; nil for an event that no longer exists.
  ///
  /// An identifier can occur twice, for example after an interrupted replay of dead letters; the
  /// second occurrence has the second index.
  private static func places(of sealed: [EventID], in now: [EventID]) -> [Int?] {
    var places = Dictionary(grouping: now.indices.reversed()) { now[$0] }
    return sealed.map { places[$0]?.popLast() }
  }
}

extension DeliveryRejection {
  fileprivate var value: Value {
    var members: [String: Value] = ["reason": .string(reason)]
    if let status { members["status"] = .int(status) }
    if let answer { members["answer"] = .string(answer) }
    return .object(members)
  }

  fileprivate init(_ value: Value?) {
    let members = DecodedEvent.members(value)
    var (reason, status, answer): (String, Int?, String?) = ("refused", nil, nil)
    if case .string(let text)? = members["reason"] { reason = text }
    if case .int(let number)? = members["status"] { status = number }
    if case .string(let text)? = members["answer"] { answer = text }
    self.init(reason, status: status, answer: answer)
  }
}
