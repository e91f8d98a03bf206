import NIOCore

/// The connection of the request that the current task responds to.
enum RequestChannel {
  /// Nil outside of requests.
  @TaskLocal static var current: (any Channel)?
}
