import ToolTestSupport
import Foundation
import Testing

@Suite struct PlanCommandTests {
  /// A temporary folder for one test.
  final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String, _ text: String = "") throws -> String {
      let file = url.appendingPathComponent(name)
      if !text.isEmpty { try Data(text.utf8).write(to: file) }
      return file.path
    }
  }

  private static var root: URL {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root
  }

  static let yaml = """
    name: Shop
    events:
      Home: { kind: screen }
      Order Completed:
        description: An order was paid.
        properties:
          order_id: &text { type: string, minLength: 1 }
          note: { <<: *text, minLength: 2 }
          country: { enum: [no, "on", de] }
          total: { type: number, minimum: 0 }
        required: [order_id, total]
        additionalProperties: false
    """

  static let json = """
    {"name": "Shop", "events": {"Home": {"kind": "screen"}, "Order Completed": {
      "description": "An order was paid.", "properties": {
        "order_id": {"type": "string", "minLength": 1}, "note": {"type": "string", "minLength": 2},
        "country": {"enum": ["no", "on", "de"]}, "total": {"type": "number", "minimum": 0}},
      "required": ["order_id", "total"], "additionalProperties": false}}}
    """

  static let table = """
    event              kind  properties  required
    Home             screen           0         0
    Order Completed   track           4         2

    Shop: 2 events, no problem

    """

  @Test("a plan in YAML is the plan in JSON: the same table, the same types")
  func twoForms() throws {
    let folder = try Folder()
    let (yaml, json) = (
      try folder.file("plan.yaml", Self.yaml), try folder.file("plan.json", Self.json)
    )
    for file in [yaml, json] {
      let result = try Command.run("plan", "check", file)
      #expect(result.status == 0)
      #expect(result.output == Self.table)
      #expect(result.error == "")
    }
    let types = try Command.run("plan", "generate", yaml)
    #expect(types.status == 0)
    #expect(types.output.contains(#"case no = "no""#))
    #expect(try Command.run("plan", "generate", json).output == types.output)
  }

  @Test("every problem of a plan is reported with its place, and the status is 1")
  func problems() throws {
    let folder = try Folder()
    let file = try folder.file(
      "plan.yaml",
      """
      events:
        A:
          properties: { total: { type: number, minimun: 0 } }
          required: [b]
      """)
    let result = try Command.run("plan", "check", file)
    #expect(result.status == 1)
    #expect(
      result.output == """
        \(file): 2 problems
          events/A/properties/total/minimun
            this keyword is unknown
          events/A/required
            b is not among the properties

        """)
    let json = try Command.run("plan", "check", "--json", file)
    #expect(json.status == 1)
    #expect(json.output.contains(#""place" : "events/A/properties/total/minimun""#))
    let types = try Command.run("plan", "generate", file)
    #expect(types.status == 1)
    #expect(types.output == "")
    #expect(types.error == result.output)
  }

  static let broken: [(text: String, problem: String)] = [
    ("a: [1\nb: 2", "  line 2, column 2\n    it is not YAML: did not find"),
    ("a: 1\na: 2", "    it is defined twice: a\n"),
    ("# nothing", "it is empty"), ("a: *b", "it is not YAML"), ("{[1]: 2}", "a name is not text"),
  ]

  @Test("invalid YAML is reported like any other problem", arguments: broken)
  func noYAML(_ text: String, _ problem: String) throws {
    let folder = try Folder()
    let result = try Command.run("plan", "check", folder.file("plan.yaml", text))
    #expect(result.status == 1)
    #expect(result.output.contains(problem), "\(result)")
    #expect(result.error == "")
  }

  static let lines = """
    {"type":"track","event":"Order Completed","properties":{"order_id":"1","total":3}}
    {"type":"track","event":"Order Completed","properties":{"order_id":"","total":"3","x":1}}
    {"type":"track","event":"Session Started","properties":{}}
    {"type":"identify","userId":"u"}
    {"reason":"bad","event":{"type":"track","event":"Other","properties":{}}}
    {"type":"track","event":"Other","properties":{}}

    """

  @Test("an export is checked against the plan: the occurrences of each event, and its violations")
  func export() throws {
    let folder = try Folder()
    let plan = try folder.file("plan.yaml", Self.yaml)
    let events = try folder.file("events.ndjson", Self.lines)
    let result = try Command.run("plan", "check", plan, "--events", events)
    #expect(result.status == 1)
    #expect(
      result.output == """
        event            times  against the plan  in the plan
        Home                 0                 0          yes
        Order Completed      2                 1          yes
        Other                2                 2           no
        Session Started      1                 0  Cairn's own

        2 × Other: it is not in the plan
        1 × Order Completed/order_id: it violates its minLength
        1 × Order Completed/total: it is string, not number
        1 × Order Completed/x: it is not in the plan

        5 events, 3 against the plan

        """)
    let json = try Command.run("plan", "check", plan, "--events", events, "--json")
    #expect(json.status == 1)
    #expect(json.output.contains(#""what" : "it is string, not number""#))
  }

  @Test("an export of a journal can be checked unchanged, and matches the plan")
  func journal() async throws {
    let scene = try await JournalFolderFixture.filled()
    let folder = try Folder()
    let events = try folder.file("events.ndjson")
    _ = try Command.run("journal", "export", scene.path, "--output", events)
    let names = try Set(
      String(contentsOfFile: events, encoding: .utf8).split(separator: "\n").map { line in
        let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(event?["event"] as? String)
      })
    let plan = try folder.file(
      "plan.yaml", "events:\n" + names.sorted().map { "  \"\($0)\": {}\n" }.joined())
    let result = try Command.run("plan", "check", plan, "--events", events)
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("\n100 events, 0 against the plan\n"))
    let empty = try folder.file("empty.yaml", "events: {}")
    #expect(try Command.run("plan", "check", empty, "--events", events).status == 1)
  }

  @Test("the output is written when it changes, and --check reports whether it would")
  func upToDate() throws {
    let folder = try Folder()
    let plan = try folder.file("plan.yaml", Self.yaml)
    let output = try folder.file("Events.swift")
    let arguments = ["plan", "generate", plan, "--output", output]
    let missing = try Command.run(arguments + ["--check"])
    #expect(missing.status == 1)
    #expect(missing.error == "\(output) is not up to date: run this without --check\n")
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try Command.run(arguments).status == 0)
    let past = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: output)
    #expect(try Command.run(arguments + ["--check"]).status == 0)
    #expect(try Command.run(arguments).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: output)
    #expect(attributes[.modificationDate] as? Date == past)
    #expect(try Command.run(arguments + ["--access", "internal", "--check"]).status == 1)
    #expect(try Command.run("plan", "generate", plan, "--check").status == 64)
  }

  @Test("the types of the example are those of its plan")
  func example() throws {
    let server = Self.root.appendingPathComponent("Examples/Server").path
    let result = try Command.run(
      "plan", "generate", "\(server)/plan.yaml", "--access", "internal", "--check", "--output",
      "\(server)/ShopEvents.swift")
    #expect(result.status == 0, "\(result.error)")
  }

  @Test("the plan of the article is valid, and its types are those that the article uses")
  func article() throws {
    let article = try String(
      contentsOf: Self.root.appendingPathComponent(
        "Sources/CairnPlan/CairnPlan.docc/FromPlanToEvents.md"), encoding: .utf8)
    let shown = try #require(
      article.split(separator: "```yaml\n").last?.split(separator: "```").first)
    let folder = try Folder()
    let plan = try folder.file("plan.yaml", String(shown))
    #expect(try Command.run("plan", "check", plan).status == 0)
    let types = try Command.run("plan", "generate", plan).output
    #expect(types.contains("public struct Home: TypedScreen"))
    #expect(
      types.contains(
        "init(currency: Currency, orderID: String, total: Double, coupon: String? = nil)"))
    #expect(types.contains("case eur = "))
  }
}
