import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPlan

@Suite("No event is delayed by a pattern of the plan") struct PatternsTests {
  private static func check(_ patterns: String...) throws -> SchemaCheck {
    let members = patterns.enumerated().map { number, pattern in
      ("p\(number)", Value.object(["type": "array", "items": ["pattern": .string(pattern)]]))
    }
    let plan: Value = [
      "events": ["E": ["properties": .object(Dictionary(members, uniquingKeysWith: { $1 }))]]
    ]
    return SchemaCheck(try #require(TrackingPlan(plan).events.first).schema)
  }

  private static let letters = String(repeating: "a", count: 1_000)

  @Test(
    "an expression that would take years is stopped after a few thousand steps",
    arguments: [
      #"^(\w+\s?)*$"#, "^(a|aa)*$", "^(a|a)*$", "(a+)+b", #"^\w*\w*\w*\w*\w*x$"#, "(.*)*,",
    ])
  func endless(pattern: String) throws {
    let text = Value.string(Self.letters + "!")
    #expect(try Self.check(pattern).problems(of: ["p0": [text]]) == [])
  }

  @Test("all texts of an event share the steps, and the next event has its own")
  func shared() throws {
    let check = try Self.check(#"^(\w+\s?)*$"#, "^b")
    let many = Value.array(Array(repeating: .string(Self.letters + "!"), count: 10_000))
    #expect(check.problems(of: ["p0": many]) == [])
    #expect(check.problems(of: ["p1": ["a"]]).map(\.description) == ["p1/0: it does not match ^b"])
  }

  @Test("a text of ordinary length is compared completely with ordinary expressions")
  func ordinary() throws {
    let text = String(repeating: "a", count: 4_096)
    let check = try Self.check("^[a-z]+$", "b", "^[^@]+@[^@]+$", "a{4}$")
    #expect(
      check.problems(
        of: [
          "p0": [.string(text)], "p1": [.string(text)], "p2": [.string(text)],
          "p3": [.string(text)],
        ]
      ).map(\.description) == [
        "p1/0: it does not match b", "p2/0: it does not match ^[^@]+@[^@]+$",
      ])
  }

  @Test("threads do not wait for each other")
  func threads() async throws {
    let check = try Self.check("^[a-z]+$")
    let found = await withTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          (0..<200).count { _ in
            check.problems(of: ["p0": [.string("abc\(number)"), "abc"]]).count == 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(found == 1_600)
  }

  @Test(
    "an alternative, a flag and a group stay the pattern's own",
    arguments: [
      ("^a|b$", "xb", true), ("^a|b$", "bx", false), ("(?i)ABC", "xabc", true),
      (#"(a)\1"#, "xaa", true), ("b", "a\nb", true), ("^b", "a\nb", false), ("", "", true),
      ("^.$", "e\u{301}", false), ("^.$", "\u{1F600}", true),
    ])
  func own(pattern: String, text: String, matches: Bool) throws {
    #expect(
      try Self.check(pattern).problems(of: ["p0": [.string(text)]]).isEmpty == matches)
  }

  @Test("a group with an invalid expression is refused", arguments: ["a)(b", "(", "["])
  func none(pattern: String) {
    #expect(Patterns.compile(pattern) == nil)
  }
}
