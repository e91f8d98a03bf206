/// The body of a request as received.
struct ReceivedBody: Sendable {
  var bytes: [UInt8]
  var isGzip: Bool
}
