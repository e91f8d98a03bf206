import CairnTesting
import Foundation
import Testing

@testable import Cairn

/// The app's closure that edits or drops events.
@Suite struct BeforeRecordTests {
  let log = Log<Diagnostic>()

  private func testing(
    _ change: @escaping @Sendable (Event) -> Event?,
    _ setUp: (inout Configuration) -> Void = { _ in }
  ) -> TestAnalytics {
    var configuration = Configuration(destinations: [])
    configuration.diagnostics = { [log] in log.append($0) }
    configuration.logLevel = .debug
    configuration.beforeRecord = change
    setUp(&configuration)
    return TestAnalytics(configuration)
  }

  private struct Tenant: Enricher {
    func enrich(_ event: inout Event) { event.properties["tenant"] = "acme" }
  }

  private struct Strict: EventInspector {
    func inspect(_ event: Event) -> ValidationIssue? {
      event.name == "Bad" ? ValidationIssue("bad", refuses: true) : nil
    }
  }

  @Test("an event is recorded as the closure returns it, after the enrichers")
  func edits() {
    let testing = testing(
      { event in
        var event = event
        event.properties["email"] = nil
        event.properties["seen"] = event.properties["tenant"]
        event.name += "!"
        return event
      }, { $0.enrichers = [Tenant()] })
    #expect(testing.analytics.track("Signed Up", ["email": "a@example.com", "plan": "pro"]) != nil)
    #expect(testing.events.map(\.name) == ["Signed Up!"])
    #expect(
      testing.events.first?.properties == ["plan": "pro", "tenant": "acme", "seen": "acme"])
  }

  @Test("nil drops the event: the call returns nil, and the drop is counted and noted once a name")
  func drops() {
    let testing = testing { $0.name.hasPrefix("Debug") ? nil : $0 }
    for name in ["Debug A", "Debug A", "Debug B", "Opened"] { testing.analytics.track(name) }
    #expect(testing.analytics.track("Debug A") == nil)
    #expect(testing.events.map(\.name) == ["Opened"])
    #expect(testing.analytics.ledger().refused == [.droppedByApp: 4])
    let lines = log.items.filter { $0.code == "event.droppedByApp" }
    #expect(lines.map(\.level) == [.notice, .notice])
  }

  private static let email: @Sendable (Event) -> Event? = { event in
    var event = event
    event.properties["email"] = nil
    return event
  }

  @Test("a super property is removed as a property is, also where the event's own value hid it")
  func removesSuperProperty() async {
    let testing = testing(Self.email)
    let analytics = testing.analytics
    analytics.superProperties.register(["email": "super@example.com", "plan": "pro"])
    analytics.track("Hidden", ["email": "own@example.com", "step": 1])
    analytics.screen("Plain")
    await analytics.flush()
    let expected: [[String: Value]] = [["plan": "pro", "step": 1], ["plan": "pro"]]
    #expect(testing.events.map(\.properties) == expected)
    let sent = testing.destination.acceptedEvents
    #expect(sent.compactMap { DecodedEvent($0)?.properties } == expected)
    #expect(sent.allSatisfy { !$0.text.contains("@example.com") })
    #expect(analytics.superProperties.current["email"] == "super@example.com")
  }

  @Test("a super property is changed for one event, and an unchanged one stays as it is registered")
  func changesSuperProperty() async {
    let testing = testing { event in
      var event = event
      if event.name == "Changed" { event.properties["plan"] = "free" }
      event.properties["seen"] = event.properties["plan"]
      return event
    }
    testing.analytics.superProperties.register(["plan": "pro", "since": 2_026])
    for name in ["Changed", "Plain"] { testing.analytics.track(name) }
    await testing.analytics.flush()
    let expected: [[String: Value]] = [
      ["plan": "free", "seen": "free", "since": 2_026],
      ["plan": "pro", "seen": "pro", "since": 2_026],
    ]
    #expect(testing.events.map(\.properties) == expected)
    #expect(
      testing.destination.acceptedEvents.compactMap { DecodedEvent($0)?.properties } == expected)
  }

  @Test("an event that the closure kept and returns again does not lose a super property")
  func keepsEvent() async {
    let kept = Locked<Event?>(nil)
    let testing = testing { event in
      if let former = kept.withLock({ $0 }) { return former }
      var event = event
      event.properties["email"] = nil
      kept.withLock { [event] in $0 = event }
      return event
    }
    testing.analytics.superProperties.register(["email": "super@example.com", "plan": "pro"])
    for _ in 1...2 { testing.analytics.track("Opened") }
    await testing.analytics.flush()
    let sent = testing.destination.acceptedEvents
    #expect(sent.compactMap { DecodedEvent($0)?.properties } == [["plan": "pro"], ["plan": "pro"]])
  }

  @Test("a dropped identify does not change the user")
  func identify() {
    let testing = testing { $0.kind == .identify ? nil : $0 }
    testing.analytics.identify("user")
    testing.analytics.identify(traits: ["a": 1])
    #expect(testing.analytics.userID == nil)
    #expect(testing.events.isEmpty)
  }

  @Test("inspectors and redaction see the event as the closure returned it")
  func order() {
    let testing = testing(
      { event in
        var event = event
        if event.name == "Good" { event.name = "Bad" }
        event.properties["email"] = "a@example.com"
        return event
      },
      {
        $0.inspectors = [Strict()]
        $0.redaction = [.keys("email")]
      })
    testing.analytics.track("Good")
    testing.analytics.track("Other")
    #expect(testing.analytics.ledger().refused == [.rejectedByInspector: 1])
    #expect(testing.events.map(\.properties) == [["email": "[redacted]"]])
  }

  @Test("an event of another kind from the closure does not replace the event")
  func foreign() {
    let kept = Locked<Event?>(nil)
    let testing = testing { event in
      let other = kept.withLock { $0 }
      kept.withLock { $0 = event }
      return other ?? event
    }
    testing.analytics.identify("user")
    testing.analytics.track("Opened")
    #expect(testing.events.map(\.kind) == [.identify, .track])
    #expect(testing.events.last?.name == "Opened")
  }

  @Test("a report of the SDK keeps its own members, also if the closure changes them")
  func reports() throws {
    let testing = testing { event in
      var event = event
      event.name = "Mine"
      event.properties = ["mine": true]
      return event
    }
    let report = SDKReport(
      "experiment", .experimentViewed, ["experience": "1"], names: ["experience"], settled: [])
    let recorder = try #require(testing.analytics.engine).recorder
    let prepared = try #require(recorder.prepare(report))
    recorder.finish(try #require(recorder.write(prepared)))
    #expect(testing.events.map(\.name) == [SDKEventName.experimentViewed.rawValue])
    #expect(testing.events.first?.properties == ["mine": true, "experience": "1"])
  }

  @Test("a closure that records is called for its own events, up to the limit of nested calls")
  func nested() {
    let analytics = Locked<Analytics?>(nil)
    let testing = testing { event in
      analytics.withLock { $0 }?.track("Inner")
      return event
    }
    analytics.withLock { $0 = testing.analytics }
    testing.analytics.track("Outer")
    #expect(testing.events.last?.name == "Outer")
    #expect(testing.events.count == 8)
    #expect(testing.analytics.ledger().refused == [.nested: 1])
    analytics.withLock { $0 = nil }
  }

  @Test("while the SDK opens on another thread, the closure is called on the caller's")
  func opening() {
    let threads = Log<Bool>()
    let caller = pthread_self()
    let testing = testing(
      { event in
        threads.append(pthread_equal(pthread_self(), caller) != 0)
        return event
      }, { $0.opensInBackground = true })
    testing.analytics.track("Early")
    #expect(threads.items == [true])
  }
}
