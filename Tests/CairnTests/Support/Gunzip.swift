import CZlib
import Cairn

/// Reads what `Gzip.open` and `Gzip.complete` made, with zlib itself.
enum Gunzip {
  /// What an opened text holds, with the brace that completes it; nil unless that is one valid member.
  static func text(_ opened: [UInt8]) -> [UInt8]? {
    Gzip.complete(opened, with: Array("}".utf8)).flatMap(member)
  }

  /// What one gzip member holds; nil unless all of the bytes are one valid member.
  static func member(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: 1 << 21)
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END, stream.avail_in == 0 else { return nil }
    return Array(output.prefix(Int(stream.total_out)))
  }
}
