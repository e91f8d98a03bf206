import Cairn
import CairnTesting
import Testing

/// P5: on volumes that ignore case, destinations whose names differ only in case would share one
/// cursor.
@Suite final class TwinNamesTests: Sendable {
  let clock = ManualClock()
  let said = Locked<[Diagnostic]>([])
  let first = RecordingDestination(name: "Mixpanel")
  let second = RecordingDestination(name: "mixpanel")

  func start(_ destinations: [any Destination]) async -> Analytics {
    var configuration = Configuration(destinations: destinations)
    configuration.diagnostics = { [self] line in said.withLock { $0.append(line) } }
    return await launch(configuration, clock)
  }

  /// Expects that the first one has everything, the second one nothing, and that this was logged
  /// once.
  func expectOne(_ analytics: Analytics) async {
    for number in 1...3 { analytics.track("Event \(number)") }
    await analytics.flush()
    #expect(first.events.count == 3)
    #expect(second.events.isEmpty)
    #expect(analytics.ledger().destinations.map(\.name) == ["Mixpanel"])
    #expect(analytics.ledger().balances)
    let lines = said.withLock { $0.filter { $0.code == "configuration.destinations" } }
    #expect(lines.count == 1 && lines.allSatisfy { $0.message.contains("\"mixpanel\"") })
    await analytics.close()
  }

  @Test("where the names of two destinations differ only in case, the second one gets nothing")
  func atLaunch() async {
    let analytics = await start([first, second])
    await expectOne(analytics)
  }

  @Test("a destination that is added with a name that differs only in case gets nothing")
  func added() async {
    let analytics = await start([first])
    await analytics.addDestination(second)
    await expectOne(analytics)
  }

  @Test("a name that differs only in case can be used after the first destination is removed")
  func afterwards() async {
    let analytics = await start([first])
    await analytics.removeDestination("Mixpanel", keepingEvents: false)
    await analytics.addDestination(second, from: .now)
    analytics.track("Event")
    await analytics.flush()
    #expect(second.events.count == 1)
    #expect(said.withLock { $0.allSatisfy { $0.code != "configuration.destinations" } })
    await analytics.close()
  }
}
