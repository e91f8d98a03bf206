import NIOCore

extension ByteBuffer {
  private static let pieces = 10

  /// The bytes in small chunks.
  var trickle: [ByteBuffer] {
    let size = max(1, (readableBytes + Self.pieces - 1) / Self.pieces)
    var rest = self
    var pieces: [ByteBuffer] = []
    while rest.readableBytes > 0, let piece = rest.readSlice(length: min(size, rest.readableBytes))
    {
      pieces.append(piece)
    }
    return pieces
  }

  var firstHalf: ByteBuffer { getSlice(at: readerIndex, length: readableBytes / 2) ?? self }

  static func + (left: ByteBuffer, right: ByteBuffer) -> ByteBuffer {
    var sum = left
    sum.writeImmutableBuffer(right)
    return sum
  }

  /// Waits between two chunks.
  static func pause() async throws { try await Task.sleep(for: .milliseconds(30)) }
}
