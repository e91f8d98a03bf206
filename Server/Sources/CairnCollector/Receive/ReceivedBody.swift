/// A request's body as it came over the wire.
struct ReceivedBody: Sendable {
  var bytes: [UInt8]
  var isGzip: Bool
}
