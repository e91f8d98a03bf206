import Foundation

/// Writes property values as JSON, and counts values that JSON cannot represent.
struct ValueWriter {
  /// The maximum nesting depth of arrays and objects.
  ///
  /// Anything nested deeper becomes `null`.
  static let depthLimit = 32

  /// The number of NaN or infinite numbers written as `null`.
  private(set) var nonFinite = 0
  /// The number of arrays and objects that were nested too deeply and written as `null`.
  private(set) var tooDeep = 0

  @inline(__always)
  mutating func write(_ properties: [String: Value], into buffer: inout OutputBuffer) {
    write(properties, into: &buffer, depth: 1)
  }

  mutating func write(_ value: Value, into buffer: inout OutputBuffer) {
    write(value, into: &buffer, depth: 1)
  }

  private mutating func write(_ value: Value, into buffer: inout OutputBuffer, depth: Int) {
    switch value {
    case .null: buffer.append("null")
    case .bool(true): buffer.append("true")
    case .bool(false): buffer.append("false")
    case .int(let integer): buffer.appendJSON(Int64(integer))
    case .double(let number): if !buffer.appendJSON(number) { nonFinite += 1 }
    case .string(let text): buffer.appendJSON(text)
    case .date(let date): write(date, into: &buffer)
    case .array(let elements): write(elements, into: &buffer, depth: depth + 1)
    case .object(let members): write(members, into: &buffer, depth: depth + 1)
    }
  }

  private mutating func write(
    _ members: [String: Value], into buffer: inout OutputBuffer, depth: Int
  ) {
    guard descend(depth, &buffer) else { return }
    buffer.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in members {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      buffer.appendJSON(key)
      buffer.append(UInt8(ascii: ":"))
      write(value, into: &buffer, depth: depth)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ elements: [Value], into buffer: inout OutputBuffer, depth: Int) {
    guard descend(depth, &buffer) else { return }
    buffer.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      write(element, into: &buffer, depth: depth)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private mutating func descend(_ depth: Int, _ buffer: inout OutputBuffer) -> Bool {
    guard depth > Self.depthLimit else { return true }
    tooDeep += 1
    buffer.append("null")
    return false
  }

  private mutating func write(_ date: Date, into buffer: inout OutputBuffer) {
    guard let time = Self.time(date) else {
      nonFinite += 1
      return buffer.append("null")
    }
    buffer.append(UInt8(ascii: "\""))
    buffer.appendTimestamp(time)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Returns the date in whole milliseconds, rounded down; nil when it is NaN or infinite.
  static func time(_ date: Date) -> WallTime? {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else { return nil }
    // The text of a date beyond these limits is clamped anyway, and the product would not fit an
    // integer.
    return WallTime(milliseconds: Int64((min(max(seconds, -1e12), 1e12) * 1_000).rounded(.down)))
  }
}
