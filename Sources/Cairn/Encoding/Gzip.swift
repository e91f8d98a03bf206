import CZlib

/// Compresses to the gzip format (RFC 1952) so that a short text can be appended later.
///
/// A sealed body is compressed once. The part that changes with each attempt, the time of sending,
/// is appended in a stored block. The result is one gzip member, as every server expects.
package struct Gzip {
  private static let trailerSize = 8
  /// Level 6 takes a microsecond more for each event than level 1; the energy for sending costs
  /// more than both.
  private static let level: Int32 = 6
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

  /// Returns the header, compressed blocks up to a byte boundary, and the checksum and length of
  /// the text.
  ///
  /// This is not a complete member; `complete` returns one. Returns nil when memory runs out.
  package static func open(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    // A sync flush adds an empty block and, at worst, a few bits.
    let bound = Int(deflateBound(&stream, UInt(text.count))) + 16
    var bytes = header + [UInt8](repeating: 0, count: bound)
    let isWritten = bytes.withUnsafeMutableBytes { output in
      stream.next_in = UnsafeMutablePointer(mutating: text.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(text.count)
      stream.next_out = output.bindMemory(to: UInt8.self).baseAddress.map { $0 + header.count }
      stream.avail_out = UInt32(bound)
      return deflate(&stream, Z_SYNC_FLUSH) == Z_OK && stream.avail_in == 0
    }
    guard isWritten else { return nil }
    bytes.removeLast(Int(stream.avail_out))
    bytes.appendLittleEndian(check(text))
    bytes.appendLittleEndian(UInt32(truncatingIfNeeded: text.count))
    return bytes
  }

  /// Returns the member with the opened text followed by `suffix`.
  ///
  /// Returns nil when `opened` did not come from `open`, or when `suffix` has more than 65 535
  /// bytes.
  package static func complete(_ opened: [UInt8], with suffix: [UInt8]) -> [UInt8]? {
    guard opened.count >= header.count + trailerSize, opened.starts(with: header),
      suffix.count <= 0xFFFF
    else { return nil }
    let (firstCheck, firstLength) = opened.withUnsafeBytes { bytes in
      (
        bytes.littleEndian(UInt32.self, at: bytes.count - 8),
        bytes.littleEndian(UInt32.self, at: bytes.count - 4)
      )
    }
    let suffixCheck = suffix.withUnsafeBytes { check($0) }
    let whole = crc32_combine(UInt(firstCheck), UInt(suffixCheck), suffix.count)
    var member = Array(opened.dropLast(trailerSize))
    member.append(1)  // The last block, stored (RFC 1951, section 3.2.4).
    member.appendLittleEndian(UInt16(suffix.count))
    member.appendLittleEndian(~UInt16(suffix.count))
    member += suffix
    member.appendLittleEndian(UInt32(truncatingIfNeeded: whole))
    member.appendLittleEndian(firstLength &+ UInt32(suffix.count))
    return member
  }

  private static func check(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(
      truncatingIfNeeded: crc32(
        0, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count)))
  }
}

extension [UInt8] {
  fileprivate mutating func appendLittleEndian<Integer: FixedWidthInteger>(_ integer: Integer) {
    Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
  }
}
