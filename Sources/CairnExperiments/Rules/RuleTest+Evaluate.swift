import Cairn

extension RuleTest {
  /// Returns whether a value passes the test; nil when that is undecidable, so that the rule does
  /// not hold, negated or not.
  ///
  /// - Parameters:
  ///   - value: The value; nil when the visitor has none.
  ///   - steps: The number of steps that patterns may still take.
  /// - Returns: Whether the value passes; nil when that is undecidable.
  func isPassed(_ value: Value?, _ steps: inout Int) -> Bool? {
    switch self {
    case .exists: return Self.isPresent(value)
    case .isAbsent: return !Self.isPresent(value)
    default: break
    }
    guard let value else { return nil }
    switch self {
    case .equals(let wanted, let text): return Self.equals(value, wanted, text)
    case .less(let bound, let number, let orEqual):
      return Self.less(value, bound, number, orEqual: orEqual)
    case .contains(let needle, let isBlank):
      return isBlank || value.referenceText.referenceLowercase.containsUnits(of: needle)
    case .isIn(let list): return Self.isIn(value, list)
    case .starts(let text): return value.referenceText.referenceLowercase.startsWithUnits(of: text)
    case .ends(let text): return value.referenceText.referenceLowercase.endsWithUnits(of: text)
    case .matches(let pattern):
      return pattern.isFound(in: value.referenceText.referenceLowercase, &steps)
    case .exists, .isAbsent: return nil
    }
  }

  private static func isPresent(_ value: Value?) -> Bool {
    switch value {
    case nil, .null: false
    case .string(let text): !text.isEmpty
    default: true
    }
  }

  /// Compares values: a list must contain the identical value, and an object the key.
  ///
  /// Other values are compared as text, ignoring case.
  private static func equals(_ value: Value, _ wanted: Value, _ text: String) -> Bool {
    switch value {
    case .array(let elements): elements.contains { $0.isIdentical(to: wanted) }
    case .object(let members) where !members.isEmpty:
      members.exactly(wanted.referenceText) != nil
    default: value.referenceText.referenceLowercase.isIdentical(to: text)
    }
  }

  private static func less(_ value: Value, _ bound: Value, _ number: Double?, orEqual: Bool)
    -> Bool?
  {
    let mine = NumericText.number(value)
    if let mine, let number { return orEqual ? mine <= number : mine < number }
    guard mine == nil, number == nil, case .string(let text) = value,
      case .string(let other) = bound
    else { return nil }
    // The comparison uses UTF-16 code units, in which characters beyond U+FFFF precede some others.
    let isLess = text.utf16.lexicographicallyPrecedes(other.utf16)
    return isLess || orEqual && text.isIdentical(to: other)
  }

  /// Returns whether the list, which is in lower case, contains one of the value's parts, ignoring
  /// case.
  ///
  /// The JavaScript SDK does not convert the value to lower case; all other SDKs do.
  private static func isIn(_ value: Value, _ list: [String]) -> Bool {
    tokens(value.referenceText.referenceLowercase).contains { token in
      list.contains { $0.isIdentical(to: token) }
    }
  }
}

extension Value {
  /// Returns whether JavaScript's `===` treats the values as equal.
  ///
  /// Lists and objects are never equal.
  fileprivate func isIdentical(to other: Value) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let two)): one.isIdentical(to: two)
    case (.int(let one), .double(let two)): Double(one) == two
    case (.double(let one), .int(let two)): one == Double(two)
    case (.array, _), (.object, _): false
    default: self == other
    }
  }
}

extension [String: Value] {
  /// Returns the value whose key has exactly these code units.
  func exactly(_ key: String) -> Value? {
    guard let index = index(forKey: key), self[index].key.isIdentical(to: key) else { return nil }
    return self[index].value
  }
}
