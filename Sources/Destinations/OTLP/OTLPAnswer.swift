import Cairn

/// What a receiver says that has taken a request: that it has rejected some of the records, perhaps.
struct OTLPAnswer {
  /// How many it has rejected for ever.
  let rejected: Int
  let message: String?

  /// An empty body, another one, and `{"partialSuccess":null}` have nothing to say.
  init(_ body: [UInt8]) {
    let partial = Value(json: body)?["partialSuccess"]
    rejected = max(0, Self.number(partial?["rejectedLogRecords"]))
    message = partial?["errorMessage"]?.stringValue
  }

  /// In JSON a 64-bit number is text, but many send it as a number.
  private static func number(_ value: Value?) -> Int {
    value?.intValue ?? value?.stringValue.flatMap { Int($0) } ?? 0
  }
}
