import Cairn
import CairnTesting
import Testing

@Suite struct EventInspectorTests {
  /// An inspector that objects according to a closure, and records its calls.
  final class Judge: EventInspector {
    let seen = Locked<[Event]>([])
    private let verdict: @Sendable (Event) -> ValidationIssue?

    init(_ verdict: @escaping @Sendable (Event) -> ValidationIssue?) { self.verdict = verdict }

    func inspect(_ event: Event) -> ValidationIssue? {
      seen.withLock { $0.append(event) }
      return verdict(event)
    }

    var names: [String] { seen.withLock { $0.map(\.name) } }
  }

  struct Stamp: Enricher {
    func enrich(_ event: inout Event) { event.properties["mail"] = "ada@example.com" }
  }

  final class Lines: Sendable {
    let items = Locked<[String]>([])
    var events: [String] { items.withLock { $0 }.filter { $0.contains(" event.") } }
  }

  let lines = Lines()

  func testing(
    _ inspectors: [any EventInspector], _ change: (inout Configuration) -> Void = { _ in }
  ) -> TestAnalytics {
    var configuration = Configuration(destinations: [])
    configuration.inspectors = inspectors
    configuration.diagnostics = { [lines] line in
      lines.items.withLock { $0.append("\(line.level) \(line.code): \(line.message)") }
    }
    change(&configuration)
    return TestAnalytics(configuration)
  }

  @Test("an inspector sees the additions of enrichers, and redaction follows it")
  func order() {
    let judge = Judge { _ in nil }
    let testing = testing([judge]) { configuration in
      configuration.enrichers = [Stamp()]
      configuration.redaction = [.keys("mail", action: .remove)]
    }
    testing.analytics.track("A", ["n": 1])
    #expect(
      judge.seen.withLock { $0 }.first { $0.name == "A" }?.properties
        == ["n": 1, "mail": "ada@example.com"])
    #expect(testing.events.first { $0.name == "A" }?.properties == ["n": 1])
    #expect(lines.events == [])
  }

  @Test("inspectors are called in order until one refuses; the others' objections are logged once")
  func several() {
    let first = Judge { _ in ValidationIssue("it is odd") }
    let second = Judge { $0.name == "B" ? ValidationIssue("it is bad", refuses: true) : nil }
    let third = Judge { _ in nil }
    let testing = testing([first, second, third])
    for name in ["A", "B", "A", "B"] { testing.analytics.track(name) }
    #expect(first.names == ["A", "B", "A", "B"])
    #expect(second.names == ["A", "B", "A", "B"])
    #expect(third.names == ["A", "A"])
    #expect(testing.events.map(\.name) == ["A", "A"])
    #expect(testing.analytics.ledger().refused == [.rejectedByInspector: 2])
    #expect(
      lines.events == [
        "warning event.issue: event \"A\": it is odd",
        "warning event.issue: event \"B\": it is odd",
        "warning event.objected: event \"B\" was not recorded: an inspector refused it: it is bad",
      ])
  }

  @Test("an objection is logged with the same redaction as events")
  func redactedLog() {
    let refused = Judge {
      ValidationIssue("\($0.name) is unknown", refuses: $0.name.hasPrefix("Bad"))
    }
    let testing = testing([refused]) { $0.redaction = [.pattern(.email)] }
    testing.analytics.track("Mail ada@example.com")
    testing.analytics.track("Bad ada@example.com")
    #expect(lines.events.count == 2)
    #expect(!lines.events.contains { $0.contains("ada") })
  }

  @Test("an event of the SDK that an inspector refuses is counted like any other")
  func ownEvent() {
    let judge = Judge { $0.name == "Session Started" ? ValidationIssue("no", refuses: true) : nil }
    let testing = testing([judge]) { $0.sessionTimeout = 1_800 }
    testing.analytics.track("A")
    #expect(judge.names == ["A", "Session Started"])
    #expect(testing.events.map(\.name) == ["A"])
    #expect(testing.analytics.ledger().refused == [.rejectedByInspector: 1])
    #expect(testing.analytics.ledger().balances)
  }
}
