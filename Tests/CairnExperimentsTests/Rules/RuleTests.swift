import Cairn
import CairnExperiments
import Foundation
import Testing

/// Rules for which SDKs differ; the reference's result is correct.
@Suite struct RuleTests {
  private func holds(
    _ operatorName: Value, _ wanted: Value, _ value: Value?, not: Bool = false
  ) -> Bool {
    let tree = RuleTree(Scene.rules("key", wanted, operator: operatorName, not: not))
    return tree.hold(for: value.map { ["key": $0] } ?? [:])
  }

  @Test("numbers are compared as the text they print as: 5.0 is 5")
  func numbersAsText() {
    #expect(holds("equals", "5", 5.0))
    #expect(holds("equals", 5.0, 5))
    #expect(holds("isIn", "4|5", 5.0))
  }

  @Test(
    "a missing key never matches, negated or not",
    arguments: [
      "equals", "equalsNumber", "matches", "less", "lessEqual", "contains", "isIn", "startsWith",
      "endsWith", "regexMatches",
    ] as [Value])
  func missing(operatorName: Value) {
    #expect(!holds(operatorName, "x", nil))
    #expect(!holds(operatorName, "x", nil, not: true))
  }

  @Test(
    "a missing key matches only rules about existence",
    arguments: ["not_exists", "doesNotExist"] as [Value])
  func absence(operatorName: Value) {
    #expect(holds(operatorName, "", nil))
    #expect(!holds(operatorName, "", nil, not: true))
    #expect(holds("exists", "", nil, not: true))
  }

  @Test("several rules in one clause are alternatives")
  func clause() {
    let rules = RuleTree([
      "OR": [["AND": [["OR_WHEN": [Scene.rule("plan", "pro"), Scene.rule("plan", "team")]]]]]
    ])
    #expect(rules.hold(for: ["plan": "team"]))
    #expect(!rules.hold(for: ["plan": "free"]))
  }

  @Test("an attribute is found by the rule's key, not by its type")
  func key() {
    let rule: Value = [
      "rule_type": "country", "value": "PT",
      "matching": ["match_type": "equals", "negated": false],
    ]
    #expect(!RuleTree(["OR": [["AND": [["OR_WHEN": [rule]]]]]]).hold(for: ["country": "PT"]))
  }

  @Test("comparisons of values of different kinds are false, negated or not")
  func kinds() {
    for negated in [false, true] {
      #expect(!holds("less", 5, "ten", not: negated))
      #expect(!holds("less", 5, .null, not: negated))
      #expect(!holds("less", 5, .double(.nan), not: negated))
    }
  }

  @Test("text is less by code units: capitals first, and a character of two units before others")
  func order() {
    #expect(holds("less", "apple", "Banana"))
    #expect(holds("less", "\u{FF5E}", "👍"))
    #expect(holds("lessEqual", "pear", "pear"))
  }

  @Test(
    "texts in a number format are compared as numbers",
    arguments: [
      ("1,200", 1_200), ("0,500", 0.5), ("0,500.7", 0.5), ("00,500", 500), ("-4", -4), (".5", 0.5),
      ("-.5", -0.5), ("12.50", 12.5),
    ] as [(Value, Value)])
  func numeric(text: Value, number: Value) {
    #expect(holds("lessEqual", number, text))
    #expect(!holds("less", number, text))
  }

  @Test(
    "texts in another format are not compared as numbers",
    arguments: ["0,5", "1e3", "+3", "0x1", "3.", "1200,000", ",500", "٣", " 3"] as [Value])
  func notNumeric(text: Value) {
    #expect(!holds("less", 1_000_000, text))
    #expect(!holds("less", 1_000_000, text, not: true))
  }

  @Test("a composed and a decomposed letter are different, in values and in keys")
  func codeUnits() {
    #expect(!holds("equals", "caf\u{E9}", "cafe\u{301}"))
    #expect(!holds("startsWith", "e", "\u{E9}"))
    #expect(holds("startsWith", "e", "e\u{301}"))
    #expect(holds("contains", "\u{301}", "cafe\u{301}"))
    let tree = RuleTree(Scene.rules("caf\u{E9}", "x"))
    #expect(!tree.hold(for: ["cafe\u{301}": "x"]))
  }

  @Test("a broken pattern does not match, negated or not")
  func pattern() {
    #expect(!holds("regexMatches", "([", "x"))
    #expect(!holds("regexMatches", "([", "x", not: true))
  }

  @Test(
    "a list contains a value whatever the case of either, negated or not"
  )
  func lists() {
    #expect(holds("isIn", "DE|FR", "de"))
    for negated in [false, true] {
      #expect(holds("isIn", "de|fr", "DE", not: negated) == !negated)
      #expect(holds("isIn", ["DE", "fr"], "es|De", not: negated) == !negated)
      #expect(holds("isIn", ["É", "fr"], "é", not: negated) == !negated)
      #expect(holds("isIn", "de|fr", "D", not: negated) == negated)
    }
    #expect(holds("isIn", "de|fr", "DE|fr"))
    #expect(holds("isIn", "de|fr", "ES", not: true))
  }

  @Test("attributes of any kind are compared, dates as their text")
  func dates() {
    #expect(holds("startsWith", "1970-01-01T00:00:01", .date(.init(timeIntervalSince1970: 1))))
    #expect(holds("equals", "a,b", ["a", "b"]) == false)
    #expect(holds("contains", "a,b", ["a", "b"]))
  }
}
