import NIOCore

extension Channel {
  /// Ends the connection with RST instead of FIN.
  func reset() async throws { try await resetting().get() }

  /// Ends the connection with RST, for use on the event loop.
  func resetting() -> EventLoopFuture<Void> {
    guard let options = self as? any SocketOptionProvider else { return close() }
    return options.setSoLinger(.reset).flatMap { self.close() }
  }
}
