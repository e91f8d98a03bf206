import Cairn
import CairnPlan
import Foundation
import Testing

@Suite struct SchemaCheckTests {
  static func problems(_ schema: String, _ value: Value) throws -> [String] {
    let plan = try Plans.one(#"{"properties": {"p": \#(schema)}}"#)
    return PlanInspector(plan).problems(.track, "E", ["p": value]).map(\.description)
  }

  static let cases: [(schema: String, value: Value, problems: [String])] = [
    ("{}", ["a": [1, nil]], []),
    (#"{"type": "string"}"#, 1, ["p: it is integer, not string"]),
    (#"{"type": "string"}"#, .date(.distantPast), []),
    (#"{"type": ["string", "null"]}"#, nil, []),
    (#"{"type": ["string", "null"]}"#, true, ["p: it is boolean, not string or null"]),
    (#"{"type": "integer"}"#, 2.0, []),
    (#"{"type": "integer"}"#, 2.5, ["p: it is number, not integer"]),
    (#"{"type": "number"}"#, 2, []),
    (#"{"type": "number"}"#, .double(.nan), ["p: it is null, not number"]),
    (#"{"type": "number"}"#, true, ["p: it is boolean, not number"]),
    (#"{"enum": ["a", 1]}"#, 1.0, []),
    (#"{"enum": ["a", 1]}"#, "b", ["p: it is not one of the allowed values"]),
    (#"{"const": [1, {"a": 2}]}"#, [1.0, ["a": 2.0]], []),
    (
      #"{"const": 9007199254740993}"#, 9_007_199_254_740_992,
      [
        "p: it is not one of the allowed values"
      ]
    ),
    (#"{"const": false}"#, 0, ["p: it is not one of the allowed values"]),
    (#"{"minimum": 1}"#, 1, []),
    (#"{"minimum": 1}"#, 0.5, ["p: it violates its minimum"]),
    (#"{"minimum": 1}"#, "0", []),
    (#"{"maximum": 1}"#, 2, ["p: it violates its maximum"]),
    (#"{"exclusiveMinimum": 1}"#, 1, ["p: it violates its exclusiveMinimum"]),
    (#"{"exclusiveMaximum": 1}"#, 1, ["p: it violates its exclusiveMaximum"]),
    (#"{"exclusiveMaximum": 1}"#, 0.9, []),
    (#"{"minLength": 2}"#, "a", ["p: it violates its minLength"]),
    (#"{"maxLength": 1}"#, "é", []),
    (#"{"maxLength": 1}"#, "e\u{301}", ["p: it violates its maxLength"]),
    (#"{"minItems": 1}"#, [], ["p: it violates its minItems"]),
    (#"{"maxItems": 1}"#, [1, 2], ["p: it violates its maxItems"]),
    (#"{"maxItems": 1}"#, "ab", []),
    (
      #"{"items": {"type": "string"}}"#, ["a", 1, 2],
      [
        "p/1: it is integer, not string", "p/2: it is integer, not string",
      ]
    ),
    (#"{"pattern": "[0-9]"}"#, "a1", []),
    (#"{"pattern": "^[0-9]"}"#, "a1", ["p: it does not match ^[0-9]"]),
    (#"{"pattern": "^.$"}"#, "e\u{301}", ["p: it does not match ^.$"]),
    (#"{"pattern": "^2026-"}"#, .date(.distantPast), ["p: it does not match ^2026-"]),
    (
      #"{"properties": {"a": {}, "b": {}}, "required": ["b", "a"]}"#, [:],
      ["p/a: it is missing", "p/b: it is missing"]
    ),
    (
      #"{"properties": {"a": {}}, "additionalProperties": false}"#, ["b": 1],
      ["p/b: it is not in the plan"]
    ),
    (
      #"{"properties": {"a": {"type": "null"}}}"#, ["a": 1, "b": 1],
      ["p/a: it is integer, not null"]
    ),
  ]

  @Test("each keyword of a schema is checked", arguments: cases.indices)
  func word(_ index: Int) throws {
    let (schema, value, problems) = Self.cases[index]
    #expect(try Self.problems(schema, value) == problems, "\(schema) \(value)")
  }

  @Test("a text longer than 4 096 bytes is not compared with a pattern")
  func longText() throws {
    let text = String(repeating: "a", count: 4_096)
    #expect(try Self.problems(#"{"pattern": "^b"}"#, .string(text)).count == 1)
    #expect(try Self.problems(#"{"pattern": "^b"}"#, .string(text + "a")) == [])
  }
}
