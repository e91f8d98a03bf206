import Cairn
import CairnExperimentVectors
import CairnExperiments
import Foundation
import Testing

/// The app continues with any response of the service.
///
/// Failures can be reproduced with their seeds.
@Suite struct FuzzTests {
  private static let words = [
    "OR", "AND", "OR_WHEN", "id", "key", "rules", "value", "matching", "match_type", "negated",
    "equals", "less", "isIn", "contains", "regexMatches", "exists", "rule_type", "plan", "visits",
    "bucketed_into_experience_key", "audiences", "variations", "traffic_allocation", "version",
    "71001", "0,5", "^(a|b)*$", "([", "", "👍", "e\u{301}", "experiences", "changes", "project",
  ]

  @Test(
    "documents with random damage are read or refused, and those that are read can decide",
    arguments: 0..<20)
  func damaged(seed: Int) throws {
    var dice = Chance(seed)
    let whole = try Array(
      Data(
        contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .appendingPathComponent("Vectors/document.json")))
    var read = 0
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0...dice.number(below: 4) {
        let place = dice.number(below: bytes.count)
        switch dice.number(below: 4) {
        case 0: bytes[place] = UInt8(dice.number(below: 256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8(ascii: "0"), at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + dice.number(below: 40)))
        }
      }
      if dice.number(below: 8) == 0 { bytes.removeLast(dice.number(below: bytes.count)) }
      guard let document = try? ExperimentDocument(json: bytes) else { continue }
      read += 1
      decide(document, &dice)
    }
    // The JSON parser detects most damage, but not all.
    #expect(read > 0)
  }

  @Test("documents of random JSON can be read and decided", arguments: 0..<20)
  func random(seed: Int) throws {
    var dice = Chance(seed)
    for _ in 0..<40 {
      var parts: [String: Value] = [:]
      for name in ["audiences", "locations", "segments", "features", "goals", "experiences"] {
        parts[name] = .array((0..<3).map { _ in value(&dice, depth: 7) })
      }
      decide(try Scene.document(parts), &dice)
    }
  }

  @Test("random rules on random attributes match or do not", arguments: 0..<20)
  func rules(seed: Int) {
    var dice = Chance(seed)
    for _ in 0..<200 {
      let rule: Value = [
        "key": "plan", "value": value(&dice, depth: 2),
        "matching": ["match_type": .string(word(&dice)), "negated": .bool(dice.isHeads)],
      ]
      let tree = RuleTree(["OR": [["AND": [["OR_WHEN": [rule, value(&dice, depth: 3)]]]]]])
      let attributes = ["plan": value(&dice, depth: 2)]
      #expect(tree.hold(for: attributes) == tree.hold(for: attributes))
    }
  }

  @Test("random patterns are invalid or terminate", arguments: 0..<20)
  func patterns(seed: Int) {
    var dice = Chance(seed)
    let pieces = [
      "a", "b", "(", ")", "(?:", "(?=", "(?<!", "[", "]", "^", "$", "\\", "*", "+", "?", "{2,3}",
      "|",
      ".", "\\1", "\\d", "\\b", "-", "{", "}", "👍", "(?<n>", "\\k<n>",
    ]
    var found = 0
    for _ in 0..<400 {
      let source = (0..<dice.number(below: 12)).map { _ in pieces[dice.number(below: pieces.count)]
      }
      if Pattern(source.joined())?.isFound(in: "aab👍ba1\nab-") != nil { found += 1 }
    }
    #expect(found > 0)
  }

  private func decide(_ document: ExperimentDocument, _ dice: inout Chance) {
    var visitor = Scene.visitor("v\(dice.number(below: 1_000))", ["plan": value(&dice, depth: 2)])
    visitor.ignoresLocations = dice.isHeads
    let engine = DecisionEngine(document, environment: dice.isHeads ? nil : word(&dice))
    for decision in engine.decideAll(for: visitor) { decision.store(in: &visitor.state) }
    for decision in engine.decideAll(for: visitor) {
      #expect((decision.variation == nil) == (decision.reason != nil))
    }
    _ = engine.features(for: visitor)
    _ = engine.explain("cart", for: visitor)
  }

  private func word(_ dice: inout Chance) -> String {
    Self.words[dice.number(below: Self.words.count)]
  }

  private func value(_ dice: inout Chance, depth: Int) -> Value {
    switch dice.number(below: depth > 0 ? 9 : 6) {
    case 0: return .null
    case 1: return .bool(dice.isHeads)
    case 2:
      return .int(dice.isHeads ? Int.max - dice.number(below: 3) : dice.number(below: 200) - 50)
    case 3: return .double([0.1, -1e300, 1e21, 33.333, .infinity, .nan][dice.number(below: 6)])
    case 4, 5: return .string(word(&dice))
    case 6: return .array((0..<dice.number(below: 4)).map { _ in value(&dice, depth: depth - 1) })
    default:
      let names = (0..<dice.number(below: 5)).map { _ in word(&dice) }
      return .object(
        names.reduce(into: [:]) { members, name in
          members[name] = value(&dice, depth: depth - 1)
        })
    }
  }
}
