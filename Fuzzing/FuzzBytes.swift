@testable import Cairn

extension [UInt8] {
  /// Returns the little-endian number at an offset; 0 beyond the end.
  func number<Integer: FixedWidthInteger>(_ type: Integer.Type, at offset: Int) -> Integer {
    let size = MemoryLayout<Integer>.size
    guard offset >= 0, offset + size <= count else { return 0 }
    return withUnsafeBytes { $0.littleEndian(type, at: offset) }
  }

  /// Writes a number, if there is space.
  mutating func set<Integer: FixedWidthInteger>(_ integer: Integer, at offset: Int) {
    let size = MemoryLayout<Integer>.size
    guard offset >= 0, offset + size <= count else { return }
    Swift.withUnsafeBytes(of: integer.littleEndian) { bytes in
      for place in 0..<size { self[offset + place] = bytes[place] }
    }
  }

  /// Splits the input into two files: its first two bytes are the length of the first one.
  var parts: [[UInt8]] {
    let rest = Array(dropFirst(2))
    let length = Int(number(UInt16.self, at: 0))
    guard length > 0, length < rest.count else { return [rest] }
    return [Array(rest[..<length]), Array(rest[length...])]
  }

  init(parts: [[UInt8]]) {
    let length = parts.count > 1 ? UInt16(clamping: parts[0].count) : 0
    self = [UInt8(truncatingIfNeeded: length), UInt8(length >> 8)] + parts.flatMap { $0 }
  }
}
