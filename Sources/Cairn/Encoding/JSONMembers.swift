/// Finds the values of a JSON object in its text without decoding them, so that stored JSON is
/// passed on byte for byte.
///
/// The text must be valid JSON. For other text the result is unspecified or nil.
package struct JSONMembers {
  private let text: UnsafeRawBufferPointer
  private var place = 0

  private init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// Returns the values by name, with the names as they are escaped in the text; nil when the text
  /// is not an object or ends too early.
  package static func values(of text: UnsafeRawBufferPointer) -> [String: [UInt8]]? {
    var members = JSONMembers(text)
    return members.object()
  }

  /// Returns the elements of an array, in order; nil when the text is not an array or ends too
  /// early.
  package static func elements(of text: UnsafeRawBufferPointer) -> [[UInt8]]? {
    var members = JSONMembers(text)
    return members.array()
  }

  private mutating func array() -> [[UInt8]]? {
    var elements: [[UInt8]] = []
    guard take("[") else { return nil }
    if take("]") { return elements }
    repeat {
      skipSpace()
      guard let element = value(), !element.isEmpty else { return nil }
      elements.append(element)
    } while take(",")
    return take("]") ? elements : nil
  }

  private mutating func object() -> [String: [UInt8]]? {
    var values: [String: [UInt8]] = [:]
    guard take("{") else { return nil }
    if take("}") { return values }
    repeat {
      skipSpace()
      guard let name = value(), name.count >= 2, take(":") else { return nil }
      skipSpace()
      guard let value = value(), !value.isEmpty else { return nil }
      values[String(decoding: name.dropFirst().dropLast(), as: UTF8.self)] = value
    } while take(",")
    return take("}") ? values : nil
  }

  /// Returns the bytes up to the comma, colon or bracket after a value; nil when the text ends
  /// before.
  private mutating func value() -> [UInt8]? {
    let start = place
    var depth = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        guard skipString() else { return nil }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return bytes(from: start) }
        depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 0 { return bytes(from: start) }
      default: break
      }
      place += 1
    }
    return nil
  }

  private func bytes(from start: Int) -> [UInt8] {
    var end = place
    while end > start, Self.isSpace(text[end - 1]) { end -= 1 }
    return Array(text[start..<end])
  }

  private mutating func skipString() -> Bool {
    place += 1
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        place += 1
        return true
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return false
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < text.count, text[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() {
    while place < text.count, Self.isSpace(text[place]) { place += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
