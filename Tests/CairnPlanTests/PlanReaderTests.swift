import Cairn
import CairnPlan
import Testing

@Suite struct PlanReaderTests {
  static let documents: [(document: String, problems: [String])] = [
    ("{", ["it is not JSON"]),
    ("[]", ["it is not an object"]),
    ("{}", ["it has no events"]),
    (
      #"{"name": 1, "events": {}, "event": {}}"#,
      ["event: this keyword is unknown", "name: it is not text"]
    ),
    (#"{"events": []}"#, ["events: it is not an object of events by name"]),
    (#"{"events": {"": {}}}"#, ["events/: an event has no name"]),
    (#"{"events": {"E": 1}}"#, ["events/E: it is not an object"]),
    (
      #"{"events": {"E": {"kind": "page"}}}"#,
      ["events/E/kind: it is neither track nor screen"]
    ),
    (
      #"{"events": {"E": {"type": "string"}}}"#,
      ["events/E: an event's properties must be an object"]
    ),
    (#"{"events": {"E": {"description": 1}}}"#, ["events/E/description: it is not text"]),
    (#"{"events": {"E": {"oneOf": []}}}"#, ["events/E/oneOf: this keyword is unknown"]),
    (
      #"{"events": {"E": {"properties": []}}}"#,
      ["events/E/properties: it is not an object of schemas by name"]
    ),
    (
      #"{"events": {"E": {"required": "a"}, "F": {"required": [1, "a"]}}}"#,
      [
        "events/E/required: it is not a list of names", "events/F/required: a name is not text",
        "events/F/required: a is not among the properties",
      ]
    ),
    (
      #"{"events": {"E": {"additionalProperties": {}}}}"#,
      ["events/E/additionalProperties: it is neither true nor false"]
    ),
  ]

  @Test("a problem of a plan is reported with its place", arguments: documents)
  func document(_ document: String, _ problems: [String]) {
    #expect(Plans.problems(document) == problems)
  }

  static let schemas: [(schema: String, problems: [String])] = [
    ("1", ["it is not an object"]),
    (
      #"{"type": "text"}"#,
      ["type: a type is one of null, boolean, integer, number, string, array, object"]
    ),
    (
      #"{"type": []}"#,
      ["type: a type is one of null, boolean, integer, number, string, array, object"]
    ),
    (#"{"enum": []}"#, ["enum: it is not a list of at least one value"]),
    (#"{"enum": [1], "const": 2}"#, ["const: it is not in enum"]),
    (#"{"enum": ["a", 1], "type": "string"}"#, ["enum: a value does not have the type"]),
    (#"{"minimum": "1"}"#, ["minimum: it is not a number"]),
    (#"{"minLength": -1}"#, ["minLength: it is not an integer of at least 0"]),
    (#"{"maxItems": 1.5}"#, ["maxItems: it is not an integer of at least 0"]),
    (#"{"minimum": 2, "maximum": 1}"#, ["minimum: it is more than maximum"]),
    (#"{"minLength": 2, "maxLength": 1}"#, ["minLength: it is more than maxLength"]),
    (#"{"pattern": 1}"#, ["pattern: it is not text"]),
    (#"{"pattern": "("}"#, ["pattern: it is not a valid regular expression"]),
    (#"{"items": 1}"#, ["items: it is not an object"]),
    (#"{"items": {"format": "date"}}"#, ["items/format: this keyword is unknown"]),
    (
      #"{"properties": {"b": {"typ": 1}}}"#, ["properties/b/typ: this keyword is unknown"]
    ),
  ]

  @Test("a problem of a property's schema is reported with its place", arguments: schemas)
  func schema(_ schema: String, _ problems: [String]) {
    let document = #"{"events": {"E": {"properties": {"p": \#(schema)}}}}"#
    let separator = problems == ["it is not an object"] ? ": " : "/"
    #expect(
      Plans.problems(document) == problems.map { "events/E/properties/p\(separator)\($0)" })
  }

  @Test("a plan has the contents of its document, with its events sorted by name")
  func plan() throws {
    let plan = try Plans.shop()
    #expect(plan.name == "Shop")
    #expect(plan.events.map(\.name) == ["Cart Opened", "Home", "Order Completed"])
    #expect(plan.events.map(\.kind) == [.track, .screen, .track])
    #expect(plan["Home"]?.description == "The first screen.")
    #expect(plan["Home"]?.schema.description == "")
    #expect(plan["Home"]?.schema.properties["tab_index"]?.types == [.integer])
    #expect(
      plan["Order Completed"]?.schema.required == [
        "coupon", "currency", "items", "order_id", "total",
      ])
    #expect(plan["Order Completed"]?.schema.allowsOthers == false)
    #expect(plan["home"] == nil)
    #expect(try Plans.shop() == plan)
  }
}
