import Cairn

/// What a rule asks of a value.
///
/// What does not depend on the visitor is worked out once.
enum RuleTest: Sendable {
  case equals(Value, text: String)
  case less(Value, number: Double?, orEqual: Bool)
  case contains(String, isBlank: Bool)
  case isIn([String])
  case starts(String)
  case ends(String)
  case matches(LazyPattern)
  case exists
  case isAbsent

  /// Nil when there is no such operator.
  init?(operator name: String, value: Value, _ patterns: PatternAllowance) {
    switch name {
    case "equals", "equalsNumber", "matches":
      self = .equals(value, text: value.referenceText.referenceLowercase)
    case "less", "lessEqual":
      self = .less(value, number: NumericText.number(value), orEqual: name == "lessEqual")
    case "contains":
      let needle = value.referenceText.referenceLowercase
      self = .contains(needle, isBlank: needle.unicodeScalars.allSatisfy(\.isReferenceSpace))
    case "isIn": self = .isIn(Self.list(value))
    case "startsWith": self = .starts(value.referenceText.referenceLowercase)
    case "endsWith": self = .ends(value.referenceText.referenceLowercase)
    case "regexMatches": self = .matches(LazyPattern(value.referenceText, patterns))
    case "exists": self = .exists
    case "doesNotExist", "not_exists": self = .isAbsent
    default: return nil
    }
  }

  /// Whether the rule may do without a value of its own.
  static func needsValue(_ name: String) -> Bool {
    !["exists", "doesNotExist", "not_exists"].contains(name)
  }

  /// What a list may hold: text is parted at its bars; anything else holds nothing.
  private static func list(_ value: Value) -> [String] {
    switch value {
    case .string(let text): tokens(text.referenceLowercase)
    case .array(let elements): elements.map(\.referenceText.referenceLowercase)
    default: []
    }
  }

  static func tokens(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
