import Cairn
import CairnTesting
import Testing

/// Consent that is withdrawn and granted again before a delivery detects either.
@Suite struct MomentaryDenialTests {
  struct Server: Destination {
    let name = "server"

    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }

  @Test(
    "a flush ends and all is delivered if consent is withdrawn and restored during a delivery",
    .timeLimit(.minutes(10)), arguments: [Consent.pending, .denied])
  func flicker(other: Consent) async {
    let analytics = await ConsentFixture().launch {
      $0.destinations = [Server()]
      $0.flushAt = 1
    }
    var (recorded, dice) = (0, Dice(seed: 1))
    for _ in 0..<Effort.of(1_000) {
      analytics.track("One")
      recorded += 1
      // A delivery begins meanwhile on other threads.
      for _ in 0..<dice.below(60) { _ = analytics.anonymousID }
      analytics.setConsent(other)
      analytics.setConsent(.granted)
      await analytics.flush()
      guard !Task.isCancelled else { break }
    }
    while !Task.isCancelled, !(await analytics.flush().isComplete) {}
    let row = analytics.ledger()["server"]
    #expect(row?.pending == 0)
    if other == .pending { #expect(row?.delivered == UInt64(recorded)) }
    await analytics.close(flushingForSeconds: 0)
  }
}
