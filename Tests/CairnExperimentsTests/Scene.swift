import Cairn
import CairnExperimentVectors
import CairnExperiments

/// A document with one experience, `cart`, whose parts a test changes.
enum Scene {
  static let halves: Value = [
    ["id": "c1", "key": "control", "traffic_allocation": 50],
    ["id": "t1", "key": "compact", "traffic_allocation": 50],
  ]

  /// Returns rules that match when the attribute equals this text.
  static func rules(
    _ key: Value, _ value: Value, operator name: Value = "equals", not: Bool = false
  )
    -> Value
  {
    ["OR": [["AND": [["OR_WHEN": [rule(key, value, operator: name, not: not)]]]]]]
  }

  static func rule(_ key: Value, _ value: Value, operator name: Value = "equals", not: Bool = false)
    -> Value
  {
    ["key": key, "value": value, "matching": ["match_type": name, "negated": .bool(not)]]
  }

  static func experience(_ parts: [String: Value] = [:]) -> Value {
    let usual: [String: Value] = ["id": "71001", "key": "cart", "variations": halves]
    return .object(usual.merging(parts) { $1 })
  }

  static func document(_ parts: [String: Value] = [:]) throws -> ExperimentDocument {
    let usual: [String: Value] = [
      "account_id": "100", "project": ["id": "200"], "experiences": [experience()],
    ]
    return try ExperimentDocument(json: Value.object(usual.merging(parts) { $1 }).json)
  }

  static func engine(_ parts: [String: Value] = [:]) throws -> DecisionEngine {
    DecisionEngine(try document(parts))
  }

  /// Returns a visitor who matches experiences without locations.
  static func visitor(_ id: String = "shopper-1", _ attributes: [String: Value] = [:]) -> Visitor {
    Visitor(id, attributes: attributes, locationProperties: [:])
  }
}
