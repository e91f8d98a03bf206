import Cairn
import CairnTesting
import Testing

/// The ledger right after an erasure.
@Suite struct ErasedLedgerTests {
  @Test("when an erasure returns, the ledger has counted what it has erased")
  func counted() async throws {
    for round in 1...100 {
      let server = RecordingDestination(answer: { _ in
        .later(afterSeconds: nil, reason: "status 503")
      })
      let analytics = await launch(Configuration(destinations: [server]), ManualClock())
      for number in 1...3 { analytics.track("Event \(number)") }
      await analytics.flush()
      try await analytics.erase()
      let row = try #require(analytics.ledger().destinations.first, "round \(round)")
      #expect(row.dropped == [.erased: 3] && row.pending == 0 && row.problem == nil)
      await analytics.close()
    }
  }
}
