/// Writes a JSON text with line breaks and indents; the values stay as they were sent.
enum PrettyJSON {
  /// The maximum number of bytes of the result; the rest is replaced by an ellipsis.
  static let maxBytes = 256 * 1024

  static func text(_ json: String) -> String {
    var writer = Writer()
    for byte in json.utf8 {
      guard writer.bytes.count < maxBytes else {
        return String(decoding: writer.bytes, as: UTF8.self) + "…"
      }
      writer.add(byte)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private struct Writer {
    var bytes: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// Whether the last token opened an object or an array.
    private var hasOpened = false

    mutating func add(_ byte: UInt8) {
      if isInString { return addToString(byte) }
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: return
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth = max(0, depth - 1)
        if !hasOpened { breakLine() }
        hasOpened = false
        bytes.append(byte)
        return
      default: break
      }
      if hasOpened { breakLine() }
      hasOpened = false
      bytes.append(byte)
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth = min(depth + 1, 64)
        hasOpened = true
      case UInt8(ascii: ","): breakLine()
      case UInt8(ascii: ":"): bytes.append(0x20)
      case UInt8(ascii: "\""): isInString = true
      default: break
      }
    }

    private mutating func addToString(_ byte: UInt8) {
      bytes.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
    }

    private mutating func breakLine() {
      bytes.append(0x0A)
      bytes += [UInt8](repeating: 0x20, count: 2 * depth)
    }
  }
}
