/// Reads a value from JSON, strictly by RFC 8259: no input traps, and the depth of recursion is
/// limited.
struct JSONReader {
  /// The maximum nesting depth of arrays and objects, which the stack of any thread can hold.
  static let depthLimit = 128

  let bytes: UnsafeBufferPointer<UInt8>
  var place = 0

  /// Returns the value, or nil when the bytes are not exactly one JSON value.
  static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> Value? {
    var reader = JSONReader(bytes: bytes)
    let value = reader.value(depth: 0)
    reader.skipSpace()
    // Not the operator `?:`: its `nil` would become a `Value`, namely `.null`.
    guard reader.place == bytes.count else { return nil }
    return value
  }

  private mutating func value(depth: Int) -> Value? {
    skipSpace()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "\""):
      place += 1
      return string().map(Value.string)
    case UInt8(ascii: "{"): return depth < Self.depthLimit ? object(depth: depth + 1) : nil
    case UInt8(ascii: "["): return depth < Self.depthLimit ? array(depth: depth + 1) : nil
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func word(_ text: StaticString, _ value: Value) -> Value? {
    guard take(text) else { return nil }
    return value
  }

  /// Reads an object; of two members with equal names the later one is used.
  private mutating func object(depth: Int) -> Value? {
    var members: [String: Value] = [:]
    guard take("{") else { return nil }
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard take("\""), let name = string() else { return nil }
      skipSpace()
      guard take(":"), let value = value(depth: depth) else { return nil }
      members[name] = value
      skipSpace()
    } while take(",")
    return word("}", .object(members))
  }

  private mutating func array(depth: Int) -> Value? {
    var elements: [Value] = []
    guard take("[") else { return nil }
    skipSpace()
    if take("]") { return .array(elements) }
    repeat {
      guard let value = value(depth: depth) else { return nil }
      elements.append(value)
      skipSpace()
    } while take(",")
    return word("]", .array(elements))
  }

  mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard bytes.count - place >= length else { return false }
    for offset in 0..<length where bytes[place + offset] != text.utf8Start[offset] { return false }
    place += length
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }
}
