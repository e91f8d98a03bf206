import NIOCore

extension Channel {
  /// Whether the system holds bytes of the client that the channel has not read yet; for use on the
  /// channel's event loop only.
  ///
  /// An event loop that accepts many connections at once can be late by a fraction of a second.
  var hasUnreadBytes: Bool {
    let available = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self
    ) { socket in
      UnreadBytes.exist(on: socket)
    }
    return available ?? false
  }
}
