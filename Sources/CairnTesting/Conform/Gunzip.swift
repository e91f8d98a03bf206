import CZlib
import Cairn

/// Decompresses gzip, with zlib itself.
package enum Gunzip {
  private static let maximumBytes = 1 << 28

  /// Returns the content of a body from `Gzip.open`, with the brace that completes it; nil unless
  /// that is one valid member.
  package static func text(_ opened: [UInt8]) -> [UInt8]? {
    Gzip.complete(opened, with: Array("}".utf8)).flatMap(member)
  }

  /// Returns the content of one gzip member; nil unless all bytes are one valid member.
  package static func member(_ bytes: [UInt8]) -> [UInt8]? {
    var size = max(bytes.count * 8, 1 << 16)
    while size <= maximumBytes {
      let (text, isWhole) = member(bytes, room: size)
      if let text { return text }
      guard isWhole else { return nil }
      size *= 4
    }
    return nil
  }

  /// Returns the content; nil with `isWhole` when the room is too small, and nil without it when
  /// the bytes are not a valid member.
  private static func member(_ bytes: [UInt8], room: Int) -> (text: [UInt8]?, isWhole: Bool) {
    var stream = z_stream()
    guard
      inflateInit2_(
        &stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return (nil, false) }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: room)
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    if status == Z_BUF_ERROR, stream.avail_out == 0 { return (nil, true) }
    guard status == Z_STREAM_END, stream.avail_in == 0 else { return (nil, false) }
    return (Array(output.prefix(Int(stream.total_out))), true)
  }
}
