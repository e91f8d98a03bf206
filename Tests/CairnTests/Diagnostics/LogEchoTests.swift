import Cairn
import CairnTesting
import Testing

/// An app that records every line of the log as an event, and delivers each at once.
@Suite final class LogEchoTests: Sendable {
  enum Place: CaseIterable { case call, task }

  let scene = ContextFixture()
  private let analytics = Locked<Analytics?>(nil)
  private let tasks = Locked<[Task<Void, Never>]>([])

  private func start(_ place: Place) -> Analytics {
    let started = scene.start {
      $0.flushAt = 1
      $0.sessionTimeout = nil
      $0.diagnostics = { [self] line in
        guard let analytics = analytics.withLock({ $0 }) else { return }
        let record: @Sendable () -> Void = {
          analytics.track("Line", ["code": .string(line.code)])
        }
        switch place {
        case .call: record()
        case .task:
          let task = Task { record() }
          tasks.withLock { $0.append(task) }
        }
      }
    }
    analytics.withLock { $0 = started }
    return started
  }

  /// Repeats long enough that a feedback loop of the log would have recorded many events.
  private func settle(_ analytics: Analytics) async {
    for _ in 0..<40 {
      await analytics.flush()
      for task in tasks.withLock({ $0 }) { await task.value }
    }
  }

  @Test(
    "recorded log lines are delivered, and that delivery writes no lines",
    arguments: Place.allCases)
  func bounded(place: Place) async {
    let analytics = start(place)
    for number in 1...3 {
      analytics.track("Own \(number)")
      await settle(analytics)
    }
    self.analytics.withLock { $0 = nil }
    let events = await scene.delivered(by: analytics)
    let codes = events.named("Line").compactMap { $0.properties["code"]?.text }
    #expect(codes.sorted() == ["batch.answered", "batch.sent"].flatMap { [$0, $0, $0] })
    #expect(events.count == 9)
    await analytics.close()
  }

  @Test("an unsuccessful answer is logged as often as the app's own events are tried")
  func refused() async {
    let analytics = start(.call)
    for _ in 0..<3 { scene.server.answerNext(.refused("no")) }
    analytics.track("Own")
    await settle(analytics)
    self.analytics.withLock { $0 = nil }
    // Its own event, the attempt, the answer, and the refusal, which is explained once.
    #expect(analytics.ledger().recorded == 4)
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test("events of the log are remembered up to a number, however many there are")
  func remembered() {
    let echoes = LogFeedbackFilter()
    let ids = (0...LogFeedbackFilter.most).map { EventID(high: 1, low: UInt64($0)).words }
    echoes.note(ids[0])
    #expect(!echoes.hold([ids[0]]))
    Diagnostics.areHeard.withValue(true) { for id in ids + ids.suffix(2) { echoes.note(id) } }
    #expect(!echoes.hold([ids[0]]) && !echoes.hold([ids[0], ids[1]]) && !echoes.hold([]))
    #expect(echoes.hold(ids.dropFirst()))
  }
}
