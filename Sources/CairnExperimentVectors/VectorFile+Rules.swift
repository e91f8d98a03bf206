import Cairn
import CairnExperiments

extension VectorFile {
  func checkOperator(_ row: DocumentPart) -> (expected: String, found: String) {
    let rule: Value = [
      "rule_type": "generic_text_key_value", "key": "key", "value": row["test"].value ?? .null,
      "matching": [
        "match_type": row["op"].value ?? .null, "negated": row["negated"].value ?? .null,
      ],
    ]
    var attributes: [String: Value] = [:]
    if row["valueAbsent"].value != .bool(true) { attributes["key"] = row["value"].value }
    let tree = RuleTree(["OR": [["AND": [["OR_WHEN": [rule]]]]]])
    return (row.wish, "\(tree.hold(for: attributes))")
  }

  func checkRuleSet(_ row: DocumentPart) -> (expected: String, found: String) {
    let tree = RuleTree(row["rules"].value ?? .null)
    let holds = tree.hold(for: row["attributes"].members)
    return (row.wish, "\(holds)")
  }

  /// Checks the rules as the only audience of an experience with full traffic.
  func checkExclusion(_ row: DocumentPart) -> (expected: String, found: String) {
    let audience: Value = ["id": "1", "rules": row["rules"].value ?? .null]
    let experience: Value = ["id": "under-test", "audiences": ["1"], "variations": [["id": "v"]]]
    let others = content["exclusionExperiences"].elements.compactMap(\.value)
    var visitor = Visitor("visitor", attributes: row["attributes"].members).anywhere
    for (experience, variation) in row["storedBucketing"].members {
      visitor.state.bucketing[experience] = variation.referenceText
    }
    let document = Self.document([
      "audiences": [audience], "experiences": .array([experience] + others),
    ])
    let decision = document.map { DecisionEngine($0).decide("under-test", for: visitor) }
    return (row.wish, "\(decision?.variation != nil)")
  }

  /// Checks whether the visitor passes all conditions before bucketing.
  func checkGate(_ row: DocumentPart) -> (expected: String, found: String) {
    let experience = row["experience"]
    let id = experience["id"].string
    var parts = ["audiences", "locations", "segments"].reduce(into: [String: Value]()) {
      parts, name in
      parts[name] = content[name].value
    }
    parts["experiences"] = .array([experience.value ?? .null])
    if row["archived"].isTrue { parts["archived_experiences"] = [.string(id)] }
    var visitor = Visitor("visitor", attributes: row["attributes"].members)
    if case .object(let properties) = row["locationProperties"].value {
      visitor.locationProperties = properties
    }
    visitor.ignoresLocations = row["ignoreLocation"].isTrue
    visitor.state.customSegments = row["customSegments"].texts
    if row["alreadyBucketed"].isTrue {
      visitor.state.bucketing[id] = experience["variations"].elements.first?["id"].text
    }
    let decision = Self.document(parts).map {
      DecisionEngine($0, environment: row["environment"].text).decide(
        experience["key"].string, for: visitor)
    }
    return (row.wish, "\(decision?.variation != nil)")
  }

  func checkCast(_ row: DocumentPart) -> (expected: String, found: String) {
    let found = VariableType(row["type"].string).convert(row["value"].value ?? .null)
    let expected = row["notANumber"].isTrue ? "no number" : row["expected"].value.described
    return (expected, found.map { Optional($0).described } ?? "no number")
  }

  static func document(_ parts: [String: Value]) -> ExperimentDocument? {
    let all = parts.merging(["account_id": "1", "project": ["id": "1"]]) { $1 }
    return try? ExperimentDocument(json: Value.object(all).json)
  }
}

extension DocumentPart {
  /// The expected result: the recommended one, if there is one.
  fileprivate var wish: String {
    let recommended = self["differs"]["recommended"]
    return "\((recommended.value == nil ? self["expected"] : recommended).isTrue)"
  }

  fileprivate var isTrue: Bool { value == .bool(true) }
}

extension Value? {
  /// The value as text; numbers are compared by value, whatever their type.
  fileprivate var described: String {
    switch self {
    case .int(let integer): "\(integer)"
    case .double(let number): number.referenceText
    case .string(let text): "\"\(text)\""
    case nil: "null"
    case let value?: String(decoding: value.json, as: UTF8.self)
    }
  }
}
