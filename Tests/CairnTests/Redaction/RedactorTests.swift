import Cairn
import CairnTesting
import Foundation
import Testing

@Suite("Redaction")
struct RedactorTests {
  private func event(_ rules: [RedactionRule], _ properties: [String: Value]) -> Event? {
    var configuration = Configuration(destinations: [])
    configuration.redaction = rules
    let testing = TestAnalytics(configuration)
    testing.analytics.track("Test", properties)
    return testing.events.first
  }

  @Test("a key is found at any depth, in lower and upper case, and only as a whole")
  func keys() {
    let event = event(
      [.keys("Email", action: .remove)],
      [
        "email": "a", "EMAIL": "b", "emails": "c",
        "list": [["email": "d", "kept": 1]], "object": ["deep": ["eMail": "e"]],
      ])
    #expect(
      event?.properties == ["emails": "c", "list": [["kept": 1]], "object": ["deep": [:]]])
  }

  @Test("any value of a key is replaced; a transformation applies to each value in it")
  func values() {
    let date = Date(timeIntervalSince1970: 0)
    let properties: [String: Value] = [
      "k": ["text", 7, 1.5, true, nil, ["x": .date(date)]], "other": 1,
    ]
    #expect(event([.keys("k")], properties)?.properties == ["k": "[redacted]", "other": 1])
    #expect(
      event([.keys("k", action: .transform { "<\($0)>" })], properties)?.properties == [
        "k": ["<text>", "<7>", "<1.5>", "<true>", nil, ["x": "<1970-01-01T00:00:00.000Z>"]],
        "other": 1,
      ])
    #expect(
      event([.keys("k", action: .transform { _ in nil })], ["k": "text"])?.properties == [:])
  }

  @Test("patterns are found in texts at any depth, and card numbers also in numbers")
  func patterns() {
    let event = event(
      [.pattern(.email), .pattern(.creditCard, action: .replace(with: "card"))],
      ["a": ["to x@y.zz", 4_111_111_111_111_111], "b": ["c": "x@y.zz 4111111111111111"], "d": 5])
    #expect(
      event?.properties == [
        "a": ["to [redacted]", "card"], "b": ["c": "[redacted] card"], "d": 5,
      ])
  }

  @Test("the first of two rules for a key applies, and its result is not searched for patterns")
  func order() {
    let event = event(
      [
        .pattern(.email), .keys("mail", action: .replace(with: "x@y.zz")),
        .keys("mail", action: .remove),
      ], ["mail": "a@b.cc"])
    #expect(event?.properties == ["mail": "x@y.zz"])
  }

  @Test("custom rules run last, in order, and may change the result")
  func closures() {
    let event = event(
      [
        .custom { $0.properties["seen"] = $0.properties["mail"] }, .custom { $0.name += "!" },
        .pattern(.email),
      ], ["mail": "a@b.cc"])
    #expect(event?.properties == ["mail": "[redacted]", "seen": "[redacted]"])
    #expect(event?.name == "Test!")
  }

  @Test("additions of an enricher are redacted, in the context too")
  func enriched() {
    struct Adding: Enricher {
      func enrich(_ event: inout Event) {
        event.context["mail"] = "a@b.cc"
        event.properties["mail"] = "a@b.cc"
      }
    }
    var configuration = Configuration(destinations: [])
    configuration.redaction = [.keys("mail")]
    configuration.enrichers = [Adding()]
    let testing = TestAnalytics(configuration)
    testing.analytics.track("Test")
    #expect(testing.events.first?.properties == ["mail": "[redacted]"])
    #expect(testing.events.first?.context == ["mail": "[redacted]"])
  }

  @Test("an identifier is removed or transformed, and never replaced by a common text")
  func identifiers() {
    func users(_ rule: RedactionRule) -> [String?] {
      var configuration = Configuration(destinations: [])
      configuration.redaction = [rule]
      let testing = TestAnalytics(configuration)
      testing.analytics.identify("id a@b.cc")
      testing.analytics.track("Test")
      return testing.events.map(\.userID) + [testing.analytics.userID]
    }
    #expect(users(.keys("userID")) == [nil, nil, nil])
    #expect(users(.pattern(.email)) == [nil, nil, nil])
    let marked = RedactionAction.transform { "<\($0)>" }
    #expect(users(.keys("USERID", action: marked)) == Array(repeating: "<id a@b.cc>", count: 3))
    #expect(users(.pattern(.email, action: marked)) == Array(repeating: "id <a@b.cc>", count: 3))
    #expect(users(.keys("other")) == Array(repeating: "id a@b.cc", count: 3))
  }

  @Test("an alias, a group and the anonymous identifier are redacted as well")
  func otherIdentifiers() {
    var configuration = Configuration(destinations: [])
    let marked = RedactionAction.transform { "<\($0)>" }
    configuration.redaction = [.keys("userId", "groupId", "anonymousId", action: marked)]
    let testing = TestAnalytics(configuration)
    testing.analytics.alias("new")
    testing.analytics.alias("newer")
    testing.analytics.group("crew")
    let anonymous = "<\(testing.analytics.anonymousID)>"
    #expect(testing.events.map(\.anonymousID) == [anonymous, anonymous, anonymous])
    #expect(testing.events.map(\.previousID) == [anonymous, "<new>", nil])
    #expect(testing.events.map(\.name) == ["<new>", "<newer>", "<crew>"])
    #expect(testing.events.map(\.userID) == ["<new>", "<newer>", "<newer>"])
  }

  @Test("an event whose name is removed is recorded nevertheless")
  func names() {
    var configuration = Configuration(destinations: [])
    configuration.redaction = [.pattern(.email, action: .remove)]
    let testing = TestAnalytics(configuration)
    testing.analytics.screen("a@b.cc")
    testing.analytics.group("a@b.cc")
    testing.analytics.identify("a@b.cc")
    #expect(testing.events.map(\.name) == Array(repeating: "[redacted]", count: 3))
    #expect(testing.analytics.ledger().refused == [:])
  }

  @Test("a user who was stored before the rules is redacted at the next start")
  func storedBefore() async {
    let storage = TestStorage()
    let before = TestAnalytics(storage: storage)
    before.analytics.identify("a@b.cc")
    await before.analytics.engine?.stop()
    var configuration = Configuration(destinations: [])
    configuration.redaction = [.pattern(.email, action: .transform { "<\($0.count)>" })]
    let after = TestAnalytics(configuration, storage: storage)
    #expect(after.analytics.userID == "<6>")
    let again = await after.relaunch()
    #expect(again.analytics.userID == "<6>")
  }

  @Test("the log shows a refused event's name as the rules leave it")
  func log() {
    let said = Locked<[String]>([])
    var configuration = Configuration(destinations: [])
    configuration.maximumEventBytes = 1_024
    configuration.diagnostics = { line in said.withLock { $0.append(line.message) } }
    configuration.redaction = [.pattern(.email), .keys("userId", action: .transform { _ in "u" })]
    let testing = TestAnalytics(configuration)
    let long = Value.string(String(repeating: "x", count: 2_000))
    testing.analytics.track("Mail to a@b.cc", ["long": long])
    testing.analytics.identify("secret user", traits: ["long": long])
    testing.analytics.track("Odd a@b.cc", properties: 5)
    let text = said.withLock { $0 }.joined(separator: "\n")
    #expect(text.contains("Mail to [redacted]"))
    #expect(!text.contains("a@b.cc") && !text.contains("secret user"))
  }

  @Test("the context of the whole app follows the rules for keys and patterns")
  func preamble() async {
    var configuration = Configuration(destinations: [])
    configuration.redaction = [.keys("timezone", action: .remove), .keys("os")]
    let testing = TestAnalytics(configuration)
    testing.analytics.track("Test")
    let preamble = testing.analytics.engine?.journal.preamble ?? []
    let context = preamble.withUnsafeBytes { JSONMembers.values(of: $0) }
    #expect(context?["timezone"] == nil)
    #expect(context?["os"] == Array(#""[redacted]""#.utf8))
    #expect(context?["launch"] != nil)
  }
}
