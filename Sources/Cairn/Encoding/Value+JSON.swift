extension Value {
  /// Creates a value from JSON in UTF-8, strictly by RFC 8259; nil when the bytes are not valid
  /// JSON.
  ///
  /// A number without a fraction and an exponent becomes `.int` if it fits, and any other number
  /// `.double`. A date that was encoded as text stays text. The result is also nil when arrays and
  /// objects are nested more than 128 levels deep, or when the magnitude of a number exceeds every
  /// finite `Double`.
  public init?(json: some Sequence<UInt8>) {
    let value = json.withContiguousStorageIfAvailable { JSONReader.value($0) }
    guard let read = value ?? Array(json).withUnsafeBufferPointer({ JSONReader.value($0) }) else {
      return nil
    }
    self = read
  }

  /// The value as JSON in UTF-8.
  ///
  /// Members are sorted by name, so equal values have equal bytes. Values that JSON cannot
  /// represent become `null`: NaN, infinities, and arrays and objects that are nested more than 128
  /// levels deep.
  public var json: [UInt8] {
    var buffer = OutputBuffer(capacity: 256)
    buffer.appendSorted(self)
    return Array(buffer.bytes)
  }
}

extension OutputBuffer {
  /// Appends the value in the form of `Value.json`.
  package mutating func appendSorted(_ value: Value) { appendSorted(value, depth: 0) }

  private mutating func appendSorted(_ value: Value, depth: Int) {
    switch value {
    case .null: append("null")
    case .bool(true): append("true")
    case .bool(false): append("false")
    case .int(let integer): appendJSON(Int64(integer))
    case .double(let number): _ = appendJSON(number)
    case .string(let text): appendJSON(text)
    case .date(let date):
      guard let time = ValueWriter.time(date) else { return append("null") }
      append(UInt8(ascii: "\""))
      appendTimestamp(time)
      append(UInt8(ascii: "\""))
    case .array, .object:
      guard depth < JSONReader.depthLimit else { return append("null") }
      appendContainer(value, depth: depth + 1)
    }
  }

  private mutating func appendContainer(_ value: Value, depth: Int) {
    if case .array(let elements) = value {
      append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { append(UInt8(ascii: ",")) }
        appendSorted(element, depth: depth)
      }
      append(UInt8(ascii: "]"))
    } else if case .object(let members) = value {
      append(UInt8(ascii: "{"))
      for (place, member) in members.sortedByKey().enumerated() {
        if place > 0 { append(UInt8(ascii: ",")) }
        appendJSON(member.key)
        append(UInt8(ascii: ":"))
        appendSorted(member.value, depth: depth)
      }
      append(UInt8(ascii: "}"))
    }
  }
}
