import Cairn

/// The `events` of a request; an item is one event or a list of several.
struct AmplitudeEvents {
  /// The JSON of `events`.
  let json: [UInt8]
  /// The index of the item for each event.
  let owners: [Int]

  init(_ items: MappedBatch) {
    var parts: [[UInt8]] = []
    var owners: [Int] = []
    for (number, item) in items.items.enumerated() {
      let several = item.json.first == UInt8(ascii: "[") ? Value(json: item.json)?.arrayValue : nil
      let events = several?.map(\.json) ?? [item.json]
      parts += events
      owners += events.map { _ in number }
    }
    json = [UInt8(ascii: "[")] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    self.owners = owners
  }
}

extension MappedBatch {
  /// Returns the first event of an item.
  func amplitudeEvent(_ number: Int) -> Value? {
    let value = Value(json: items[number].json)
    return value?.arrayValue?.first ?? value
  }
}
