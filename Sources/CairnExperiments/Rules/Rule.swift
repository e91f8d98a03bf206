import Cairn

/// One condition on one attribute.
struct Rule: Sendable {
  /// The key of the attribute; nil when the rule has none, so that it never holds.
  let key: String?
  /// The test; nil when the rule is incomplete or its operator is unknown.
  ///
  /// It then never holds, negated or not.
  let test: RuleTest?
  let isNegated: Bool
  /// The operator and the value, for explanations.
  let wish: String
  /// The key of the experience that the visitor must be in; nil for other kinds of rules.
  let exclusionKey: String?

  init(_ part: DocumentPart) {
    let matching = part["matching"]
    let name = Self.text(matching["match_type"]) ?? "?"
    var negated: Bool?
    if case .bool(let bool) = matching["negated"].value { negated = bool }
    let value = part["value"].value
    let isComplete = negated != nil && (value != nil || !RuleTest.needsValue(name))
    key = Self.text(part["key"])
    test = isComplete ? RuleTest(operator: name, value: value ?? .null, part.patterns) : nil
    isNegated = negated ?? false
    wish = (isNegated ? "not " : "") + name + (value.map { " " + $0.quoted } ?? "")
    let isExclusion = Self.text(part["rule_type"]) == "bucketed_into_experience_key"
    exclusionKey = isExclusion ? value?.referenceText ?? "" : nil
  }

  private static func text(_ part: DocumentPart) -> String? {
    if case .string(let text) = part.value { text } else { nil }
  }

  func holds<T: Trace>(for attributes: [String: Value], _ trace: inout T) -> Bool {
    guard let key else {
      trace.note("a rule that names no attribute", false)
      return false
    }
    let value = attributes.exactly(key)
    let isPassed = test?.isPassed(value, &trace.patternSteps)
    let holds = isPassed.map { $0 != isNegated } ?? false
    trace.note("\(key) \(wish); it is \(value?.quoted ?? "missing")", holds)
    return holds
  }
}

extension Value {
  /// The value for explanations: text in quotation marks, so that 7 and "7" differ.
  fileprivate var quoted: String {
    if case .string(let text) = self { "\"\(text)\"" } else { referenceText }
  }
}
