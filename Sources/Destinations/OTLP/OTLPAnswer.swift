import Cairn

/// The decoded response of a receiver that accepted a request, possibly with some records rejected.
struct OTLPAnswer {
  /// The number of records that were rejected permanently.
  let rejected: Int
  let message: String?

  /// Decodes a response.
  ///
  /// An empty or unknown body and `{"partialSuccess":null}` mean that nothing was rejected.
  init(_ body: [UInt8]) {
    let partial = Value(json: body)?["partialSuccess"]
    rejected = max(0, Self.number(partial?["rejectedLogRecords"]))
    message = partial?["errorMessage"]?.stringValue
  }

  /// Returns a 64-bit number, which is a string in Protobuf's JSON, but which many servers send as
  /// a number.
  private static func number(_ value: Value?) -> Int {
    value?.intValue ?? value?.stringValue.flatMap { Int($0) } ?? 0
  }
}
