import CZlib

/// One zlib inflate stream for gzip.
final class InflateStream {
  /// The result of one call: at most 64 KiB, regardless of the decompressed size of the input.
  struct Step {
    var output: ArraySlice<UInt8>
    var consumed: Int
    var code: Int32
  }

  // Allocated manually, because zlib keeps a pointer back to it and refuses a moved one.
  private let stream: UnsafeMutablePointer<z_stream>
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let gzipOnly: Int32 = 16 + MAX_WBITS
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, gzipOnly, ZLIB_VERSION, size) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  func step(_ input: ArraySlice<UInt8>) -> Step {
    var code = Z_OK
    let (consumed, produced) = input.withUnsafeBufferPointer { input in
      buffer.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = uInt(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = uInt(output.count)
        code = inflate(stream, Z_NO_FLUSH)
        return (
          input.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out)
        )
      }
    }
    return Step(output: buffer[..<produced], consumed: consumed, code: code)
  }

  func beginNextMember() {
    inflateReset(stream)
  }
}
