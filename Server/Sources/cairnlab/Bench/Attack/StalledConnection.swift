import NIOCore
import NIOPosix

/// A connection whose client sends some bytes, and then neither sends nor reads.
enum StalledConnection {
  /// Returns when the other side has closed the connection, or at the deadline.
  static func run(port: Int, sends bytes: ByteBuffer, until deadline: NIODeadline) async throws {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: false)
      // Unread data does not hide that the other side is gone: the writes fail.
      .connect(host: "127.0.0.1", port: port).get()
    let timer = channel.eventLoop.scheduleTask(deadline: deadline) { channel.close(promise: nil) }
    channel.writeAndFlush(bytes, promise: nil)
    try? await channel.closeFuture.get()
    timer.cancel()
  }
}
