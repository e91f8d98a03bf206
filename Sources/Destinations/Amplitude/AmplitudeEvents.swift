import Cairn

/// What a request's `events` are: an item is one of them, or a list of several.
struct AmplitudeEvents {
  /// The JSON of `events`.
  let json: [UInt8]
  /// Of each event, the number of its item.
  let owners: [Int]

  init(_ items: SealedItems) {
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

extension SealedItems {
  /// The first event that an item is.
  func amplitudeEvent(_ number: Int) -> Value? {
    let value = Value(json: items[number].json)
    return value?.arrayValue?.first ?? value
  }
}
