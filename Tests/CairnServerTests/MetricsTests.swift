#if Server
import Cairn
import CairnServer
import CairnTesting
import MetricsTestKit
import Testing

@Suite struct MetricsTests {
  let clock = ManualClock()
  let server = RecordingDestination()
  let metrics = TestMetrics()
  let here = [("destination", "recording")]

  func launch() async -> Analytics {
    let configuration = Configuration(destinations: [server])
    let analytics = Analytics(configuration.testing(clock: clock))
    await analytics.flush()
    return analytics
  }

  func total(_ label: String, _ dimensions: [(String, String)] = []) -> Int64 {
    metrics.counterTotal(label: label, dimensions: dimensions)
  }

  @Test("counters equal the snapshot, also after several updates")
  func counters() async {
    let analytics = await launch()
    analytics.track("Before")
    let publishing = Task {
      await analytics.diagnostics.publishMetrics(every: .seconds(77), to: metrics)
    }
    await clock.waitForSleeper(forSeconds: 77...77)
    #expect(total("cairn_events_recorded_total") == 1)
    analytics.track("")
    analytics.track("After")
    server.answerNext(.later(afterSeconds: nil, reason: "down"), .accepted)
    await analytics.flush()
    await analytics.flush()
    for _ in 1...3 {
      clock.advance(bySeconds: 77)
      await clock.waitForSleeper(forSeconds: 77...77)
    }
    analytics.track("Last")
    await analytics.close()
    await publishing.value

    let seen = analytics.diagnostics.snapshot().deliveries
    #expect(total("cairn_events_recorded_total") == 3)
    #expect(total("cairn_events_refused_total", [("reason", "nameMissing")]) == 1)
    #expect(total("cairn_events_delivered_total", here) == 3)
    #expect(total("cairn_delivery_attempts_total", here) == Int64(seen.attempts))
    #expect(total("cairn_delivery_retries_total", here) == 1)
    #expect(total("cairn_delivery_bytes_total", here) == Int64(seen.bytes))
    #expect(
      total("cairn_delivery_results_total", here + [("result", "succeeded")])
        == Int64(seen.succeeded))
    #expect(total("cairn_delivery_results_total", here + [("result", "postponed")]) == 1)
    #expect(
      metrics.timers(label: "cairn_delivery_duration_seconds", dimensions: here)
        .flatMap(\.values).count == Int(seen.latency.count))
    #expect(metrics.timers(label: "cairn_track_duration_seconds").flatMap(\.values).count == 1)
  }

  @Test("gauges have the current values")
  func gauges() async throws {
    let analytics = await launch()
    server.answerNext(.later(afterSeconds: 7_200, reason: "down"))
    analytics.track("Waits")
    await analytics.flush()
    clock.advance(bySeconds: 40)
    let publishing = Task {
      await analytics.diagnostics.publishMetrics(every: .seconds(77), to: metrics)
    }
    await clock.waitForSleeper(forSeconds: 77...77)
    #expect(try metrics.expectGauge("cairn_queue_depth", here).lastValue == 1)
    #expect(try metrics.expectGauge("cairn_oldest_pending_age_seconds", here).lastValue == 40)
    #expect(try metrics.expectGauge("cairn_events_buffered").lastValue == 0)
    #expect(try metrics.expectGauge("cairn_storage_problem").lastValue == 0)
    await analytics.close()
    await publishing.value
    #expect(try metrics.expectGauge("cairn_queue_depth", here).lastValue == 0)
    #expect(try metrics.expectGauge("cairn_oldest_pending_age_seconds", here).lastValue == 0)
  }

  @Test("a duration is published with an error of at most 6 %")
  func durations() async throws {
    let slow = RecordingDestination(
      name: "slow",
      answer: { [clock] _ in
        clock.advance(bySeconds: 0.25)
        return .accepted
      })
    let analytics = Analytics(
      Configuration(destinations: [slow]).testing(clock: clock))
    analytics.track("One")
    await analytics.flush()
    await analytics.close()
    await analytics.diagnostics.publishMetrics(to: metrics)
    let timer = try metrics.expectTimer(
      "cairn_delivery_duration_seconds", [("destination", "slow")])
    #expect(timer.values.count == 1)
    #expect((235_000_000...265_000_000).contains(timer.values[0]))
  }
}
#endif
