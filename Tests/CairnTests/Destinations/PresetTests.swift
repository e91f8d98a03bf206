import Cairn
import CairnTesting
import Testing

/// The behaviour of the SDKs that an app may replace, as their documents describe it.
@Suite struct PresetTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    let schedule: DeliverySchedule
    let flushAt: Int
    let flushInterval: Double
    /// The waits after the failures of a round, in seconds.
    let waits: [Double]
    /// The number of attempts of a round; nil when it does not end.
    let attempts: Int?
  }

  static let rows = [
    Row(
      testDescription: "B2Metric", schedule: .b2metric, flushAt: 20, flushInterval: 30,
      waits: [1, 2, 4], attempts: 4),
    Row(
      testDescription: "Klivvr", schedule: .klivvr, flushAt: 20, flushInterval: 30,
      waits: [1, 2, 4], attempts: 4),
    Row(
      testDescription: "Convert", schedule: .convert, flushAt: 10, flushInterval: 1,
      waits: [1, 1, 1, 1, 1], attempts: nil),
    Row(
      testDescription: "Adobe Content Analytics", schedule: .adobeContentAnalytics, flushAt: 10,
      flushInterval: 2, waits: [5, 5, 5, 5, 5], attempts: nil),
  ]

  @Test("a preset has the sizes and the intervals of its document", arguments: rows)
  func sizes(row: Row) {
    #expect(row.schedule.flushAt == row.flushAt)
    #expect(row.schedule.flushInterval == row.flushInterval)
    #expect(row.schedule.retry.maximumAttempts == row.attempts)
  }

  private func start(
    _ row: Row, _ server: RecordingDestination, _ clock: ManualClock
  ) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = row.schedule.flushAt
    configuration.flushInterval = row.schedule.flushInterval
    configuration.retry = row.schedule.retry
    return await launch(configuration, clock, TestStorage())
  }

  @Test(
    "a preset waits exactly as long as its document states, whatever the randomness",
    arguments: rows)
  func waits(row: Row) async {
    let clock = ManualClock()
    let server = RecordingDestination(answer: { _ in
      .later(afterSeconds: nil, reason: "status 500")
    })
    let analytics = await start(row, server, clock)
    for number in 1..<row.flushAt { analytics.track("Event \(number)") }
    // One event less than the number waits for the interval.
    await clock.waitForSleeper(forSeconds: row.flushInterval...row.flushInterval)
    #expect(server.batches.isEmpty)
    clock.advance(bySeconds: row.flushInterval)
    for (number, seconds) in row.waits.enumerated() {
      _ = await server.batches(atLeast: number + 1)
      await clock.waitForSleeper(forSeconds: seconds...seconds)
      clock.advance(bySeconds: seconds)
    }
    let batches = await server.batches(atLeast: row.waits.count + 1)
    #expect(batches.map(\.attempt) == Array(0...row.waits.count))
    #expect(batches[0].events.count == row.flushAt - 1)
    if row.attempts != nil {
      // The round has ended; the next attempt belongs to the next flush.
      await clock.waitForSleeper(forSeconds: row.flushInterval...row.flushInterval)
    }
    await analytics.close()
  }

  @Test("a preset sends its number of events in one batch immediately", arguments: rows)
  func number(row: Row) async {
    let clock = ManualClock()
    let server = RecordingDestination()
    let analytics = await start(row, server, clock)
    for number in 1...row.flushAt { analytics.track("Event \(number)") }
    let batches = await server.batches(atLeast: 1)
    #expect(batches[0].events.count == row.flushAt)
    // The next event begins a batch of its own.
    analytics.track("Later")
    await clock.waitForSleeper(forSeconds: row.flushInterval...row.flushInterval)
    #expect(server.batches.count == 1)
    clock.advance(bySeconds: row.flushInterval)
    #expect(await server.batches(atLeast: 2)[1].events.count == 1)
    await analytics.close()
  }
}
