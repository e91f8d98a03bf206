import Cairn
import CairnTesting
import Testing

/// P8: a server's response counts even if the disk cannot store it at first.
@Suite struct UnsettledAnswerTests {
  /// The first response of a server; it refuses everything in a further request.
  enum Answer: CaseIterable, Sendable {
    case accepted, partial, refused, again

    var outcome: Outcome {
      let never = DeliveryRejection("never", status: 422)
      switch self {
      case .accepted: return .accepted
      case .partial: return .partial(refused: [1: never], again: [])
      case .refused: return .partial(refused: [0: never, 1: never, 2: never], again: [])
      case .again: return .partial(refused: [0: never], again: [2])
      }
    }

    /// The numbers of delivered and dead-lettered events; the rest is sent again.
    var settled: (delivered: UInt64, deadLettered: UInt64) {
      switch self {
      case .accepted: (3, 0)
      case .partial: (2, 1)
      case .refused: (0, 3)
      case .again: (1, 1)
      }
    }
  }

  private let clock = ManualClock()
  private let storage = TestStorage()
  private let server = RecordingDestination(name: "server")

  private func launch() -> Analytics {
    Analytics(Configuration(destinations: [server]).testing(clock: clock, storage: storage))
  }

  /// Makes the disk fail from the first response on.
  private func answer(_ answer: Answer, _ problem: StorageProblem) {
    server.answer { [storage, server] _ in
      guard server.batches.count == 1 else { return .refused("asked again") }
      storage.problem = problem
      return answer.outcome
    }
  }

  @Test(
    "an answer that could not be stored is stored later, and no new request is sent",
    arguments: Answer.allCases, [StorageProblem.notDurable, .noSpace])
  func later(answer first: Answer, problem: StorageProblem) async {
    let analytics = launch()
    answer(first, problem)
    for _ in 0..<3 { analytics.track("Event") }
    await analytics.flush()
    for _ in 0..<20 {
      clock.advance(bySeconds: 600)
      await analytics.flush()
    }
    let key = server.batches.first?.key
    #expect(server.batches.filter { $0.key == key }.count == 1)
    storage.problem = nil
    server.answer { _ in .accepted }
    for _ in 0..<10 where analytics.ledger().destinations[0].pending > 0 {
      clock.advance(bySeconds: 600)
      await analytics.flush()
    }
    let row = analytics.ledger().destinations[0]
    let again: UInt64 = first == .again ? 1 : 0
    #expect(row.delivered == first.settled.delivered + again)
    #expect(row.deadLettered == first.settled.deadLettered)
    #expect(row.pending == 0)
    #expect(server.batches.filter { $0.key == key }.count == 1)
    await analytics.close()
  }

  @Test("events that a cap removes before an answer is stored are not part of it")
  func capped() async {
    var configuration = Configuration(destinations: [server])
    configuration.journal.events = 200
    configuration.seams.segmentBytes = 2_048
    let analytics = Analytics(configuration.testing(clock: clock, storage: storage))
    answer(.partial, .notDurable)
    for _ in 0..<3 { analytics.track("Event") }
    await analytics.flush()
    for _ in 0..<20 {
      for _ in 0..<100 { analytics.track("Later") }
      clock.advance(bySeconds: 60)
    }
    storage.problem = nil
    server.answer { _ in .accepted }
    for _ in 0..<10 where analytics.ledger().destinations[0].pending > 0 {
      clock.advance(bySeconds: 600)
      await analytics.flush()
    }
    let row = analytics.ledger().destinations[0]
    let dropped = row.dropped.values.reduce(0, +)
    #expect(dropped > 0)
    #expect(row.deadLettered == 1)
    #expect(row.delivered == UInt64(server.batches.reduce(0) { $0 + $1.events.count }) - 1)
    #expect(row.delivered + dropped + 1 == UInt64(analytics.ledger().recorded))
    await analytics.close()
  }
}
