import CZlib

/// Gzip with zlib alone, each in one call.
enum Zlib {
  private static let gzipOnly: CInt = 16 + 15

  /// Returns the decompressed data; nil when it is not exactly one member, or larger than the
  /// space.
  static func gunzip(_ bytes: [UInt8], room: Int) -> [UInt8]? {
    var stream = z_stream()
    let size = CInt(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, gzipOnly, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: room + 1)
    let status = run(&stream, bytes, &output) { inflate($0, Z_FINISH) }
    guard status == Z_STREAM_END, stream.avail_in == 0, stream.total_out <= room else { return nil }
    return Array(output.prefix(Int(stream.total_out)))
  }

  static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let size = CInt(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        &stream, 6, Z_DEFLATED, gzipOnly, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let status = run(&stream, bytes, &output) { deflate($0, Z_FINISH) }
    return status == Z_STREAM_END ? Array(output.prefix(Int(stream.total_out))) : nil
  }

  private static func run(
    _ stream: inout z_stream, _ input: [UInt8], _ output: inout [UInt8],
    _ call: (UnsafeMutablePointer<z_stream>) -> CInt
  ) -> CInt {
    var input = input
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return call(&stream)
      }
    }
  }
}
