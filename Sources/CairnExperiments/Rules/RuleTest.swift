import Cairn

/// The test that a rule applies to a value.
///
/// Everything that does not depend on the visitor is computed once.
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

  /// Makes a test; nil for an unknown operator.
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

  /// Returns whether a rule with this operator needs a value.
  static func needsValue(_ name: String) -> Bool {
    !["exists", "doesNotExist", "not_exists"].contains(name)
  }

  /// Returns the list of a rule: text is split at `|`, and other values than text and lists give an
  /// empty list.
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
