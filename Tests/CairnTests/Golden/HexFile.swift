import Foundation

/// A file as text: its path in the journal's folder, and its bytes in lines of 32 with their
/// offsets.
///
/// Lines with only zeros are left out, so that the slots of a cursor need a screen and not a
/// megabyte.
struct HexFile: Equatable {
  static let lineBytes = 32

  var path: String
  var bytes: [UInt8]

  var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) }

  var text: String {
    var lines = ["# \(path)"]
    for offset in stride(from: 0, to: bytes.count, by: Self.lineBytes) {
      let line = bytes[offset..<min(offset + Self.lineBytes, bytes.count)]
      if line.contains(where: { $0 != 0 }) { lines.append(Self.hex(offset) + " " + Self.hex(line)) }
    }
    return (lines + [Self.hex(bytes.count) + " end", ""]).joined(separator: "\n")
  }

  private static func hex(_ offset: Int) -> String { String(format: "%08x", offset) }

  private static func hex(_ line: ArraySlice<UInt8>) -> String {
    line.enumerated().map { place, byte in
      (place.isMultiple(of: 8) ? " " : "") + String(format: "%02x", byte)
    }.joined()
  }
}

extension HexFile {
  /// Parses the text; nil when it does not have this form.
  init?(_ text: String) {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, first.hasPrefix("# "), let end = lines.last,
      end.hasSuffix(" end"), let size = Int(end.prefix(8), radix: 16)
    else { return nil }
    path = String(first.dropFirst(2))
    bytes = [UInt8](repeating: 0, count: size)
    for line in lines.dropFirst().dropLast() {
      guard let offset = Int(line.prefix(8), radix: 16) else { return nil }
      let digits = line.dropFirst(8).utf8.filter { $0 != UInt8(ascii: " ") }
      guard offset + digits.count / 2 <= size else { return nil }
      for place in stride(from: 0, to: digits.count, by: 2) {
        let pair = String(decoding: digits[place..<place + 2], as: UTF8.self)
        guard let byte = UInt8(pair, radix: 16) else { return nil }
        bytes[offset + place / 2] = byte
      }
    }
  }
}
