/// Checks byte by byte whether text can be one JSON object, so that a torn object is recognized at
/// the first byte that does not belong to it.
///
/// It checks the structure and the strings. Numbers and UTF-8 are checked when the object is read.
struct JSONShape {
  enum Verdict: Equatable {
    case incomplete
    case complete
    case invalid
  }

  /// The possible kinds of the next byte.
  private enum Expectation: Equatable {
    case object
    case nameOrEnd
    case name
    case colon
    case value
    case valueOrEnd
    case commaOrEnd
    case text(isName: Bool)
    case escape(isName: Bool)
    case number
    case word(ArraySlice<UInt8>)
  }

  /// The nesting depth that the reader of values accepts.
  private static let depthLimit = 128
  private var expected = Expectation.object
  /// Whether each open container is an object, the outermost first.
  private var containers: [Bool] = []

  mutating func take(_ byte: UInt8) -> Verdict {
    switch expected {
    case .text(let isName): return text(byte, isName)
    case .escape(let isName):
      expected = .text(isName: isName)
      return .incomplete
    case .word(let rest): return word(byte, rest)
    case .number where Self.isOfNumber(byte): return .incomplete
    case .number: expected = .commaOrEnd
    default: break
    }
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return .incomplete
    default: return token(byte)
    }
  }

  private mutating func token(_ byte: UInt8) -> Verdict {
    switch (expected, byte) {
    case (.object, UInt8(ascii: "{")): return open(isObject: true)
    case (.nameOrEnd, UInt8(ascii: "\"")), (.name, UInt8(ascii: "\"")):
      expected = .text(isName: true)
    case (.nameOrEnd, UInt8(ascii: "}")): return close(isObject: true)
    case (.colon, UInt8(ascii: ":")): expected = .value
    case (.valueOrEnd, UInt8(ascii: "]")): return close(isObject: false)
    case (.value, _), (.valueOrEnd, _): return value(byte)
    case (.commaOrEnd, UInt8(ascii: ",")): expected = containers.last == true ? .name : .value
    case (.commaOrEnd, UInt8(ascii: "}")): return close(isObject: true)
    case (.commaOrEnd, UInt8(ascii: "]")): return close(isObject: false)
    default: return .invalid
    }
    return .incomplete
  }

  private mutating func value(_ byte: UInt8) -> Verdict {
    switch byte {
    case UInt8(ascii: "{"): return open(isObject: true)
    case UInt8(ascii: "["): return open(isObject: false)
    case UInt8(ascii: "\""): expected = .text(isName: false)
    case UInt8(ascii: "t"): expected = .word(Self.words.true)
    case UInt8(ascii: "f"): expected = .word(Self.words.false)
    case UInt8(ascii: "n"): expected = .word(Self.words.null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): expected = .number
    default: return .invalid
    }
    return .incomplete
  }

  private mutating func text(_ byte: UInt8, _ isName: Bool) -> Verdict {
    switch byte {
    case UInt8(ascii: "\""): expected = isName ? .colon : .commaOrEnd
    case UInt8(ascii: "\\"): expected = .escape(isName: isName)
    case 0..<0x20: return .invalid
    default: break
    }
    return .incomplete
  }

  private mutating func word(_ byte: UInt8, _ rest: ArraySlice<UInt8>) -> Verdict {
    guard byte == rest.first else { return .invalid }
    expected = rest.count == 1 ? .commaOrEnd : .word(rest.dropFirst())
    return .incomplete
  }

  private mutating func open(isObject: Bool) -> Verdict {
    guard containers.count < Self.depthLimit else { return .invalid }
    containers.append(isObject)
    expected = isObject ? .nameOrEnd : .valueOrEnd
    return .incomplete
  }

  private mutating func close(isObject: Bool) -> Verdict {
    guard containers.popLast() == isObject else { return .invalid }
    expected = .commaOrEnd
    return containers.isEmpty ? .complete : .incomplete
  }

  private static let words = (
    true: Array("rue".utf8)[...], false: Array("alse".utf8)[...], null: Array("ull".utf8)[...]
  )

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
