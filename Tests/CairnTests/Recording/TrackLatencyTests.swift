import Cairn
import CairnTesting
import Testing

@Suite struct TrackLatencyTests {
  /// Makes every call take a given time.
  struct Slow: Enricher {
    let clock: ManualClock
    let seconds: Double
    func enrich(_ event: inout Event) { clock.advance(bySeconds: seconds) }
  }

  @Test("one call in 32 is measured, from its beginning to its end")
  func oneIn32() async {
    let clock = ManualClock()
    var configuration = Configuration(destinations: [RecordingDestination()])
    configuration.enrichers = [Slow(clock: clock, seconds: 0.002)]
    let analytics = await launch(configuration, clock)
    for _ in 1...64 { analytics.track("Seen") }
    let latency = analytics.diagnostics.snapshot().trackLatency
    #expect(latency.count == 2)
    #expect(latency.max == .milliseconds(2))
    #expect(latency.mean == .milliseconds(2))
    await analytics.close()
  }

  @Test("the machine's clock has nanoseconds, and the same milliseconds as before")
  func systemClock() {
    let clock = SystemClock()
    let before = clock.now()
    let instant = clock.instant()
    let after = clock.now()
    #expect((before.continuous...after.continuous).contains(instant.moment.continuous))
    #expect(instant.nanoseconds / 1_000_000 == instant.moment.continuous.milliseconds)
    #expect(clock.instant().since(instant) >= 0)
  }
}
