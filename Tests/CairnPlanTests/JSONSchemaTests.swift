import Cairn
import CairnPlan
import Foundation
import Testing

/// Compares the check with `jsonschema`, the reference implementation in Python.
@Suite struct JSONSchemaTests {
  private static let program = """
    import json, sys
    from jsonschema import Draft202012Validator
    for line in sys.stdin:
      schema, value = json.loads(line)
      Draft202012Validator.check_schema(schema)
      print("yes" if Draft202012Validator(schema).is_valid(value) else "no")
    """

  @Test(
    "the verdict is that of Python's jsonschema for 600 random schemas and values",
    .enabled("Python has no module jsonschema") { Python.hasModule("jsonschema") })
  func verdicts() throws {
    var random = RandomSchemas(seed: 42)
    let cases = (0..<600).map { _ in (schema: random.schema(), value: random.value()) }
    let lines = cases.map {
      String(decoding: Value.array([$0.schema, $0.value]).json, as: UTF8.self) + "\n"
    }
    let answers = try Python.run(Self.program, lines.joined()).split(separator: "\n").map(
      String.init)
    try #require(answers.count == cases.count)
    #expect(Set(answers) == ["yes", "no"])
    for ((schema, value), answer) in zip(cases, answers) {
      let text = String(decoding: schema.json, as: UTF8.self)
      let problems = try SchemaCheckTests.problems(text, value)
      #expect((problems.isEmpty ? "yes" : "no") == answer, "\(text) \(value) \(problems)")
    }
  }
}
