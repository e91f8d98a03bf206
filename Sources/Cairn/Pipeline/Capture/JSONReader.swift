/// Reads a value from JSON (RFC 8259): nothing else passes, no input traps, and none makes it recurse without end.
struct JSONReader {
  /// How many arrays and objects may lie inside each other; the thread's stack has to hold them.
  static let depthLimit = 128

  let bytes: UnsafeBufferPointer<UInt8>
  var place = 0

  /// Nil when the bytes are not exactly one value.
  static func value(_ bytes: UnsafeBufferPointer<UInt8>) -> Value? {
    var reader = JSONReader(bytes: bytes)
    let value = reader.value(depth: 0)
    reader.skipSpace()
    // Not `? :`, in which `nil` would be a value: null.
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

  /// Of two equal names the later one holds.
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
