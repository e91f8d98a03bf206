import Cairn
import CairnConvert
import CairnTesting
import Foundation
import Testing

/// The times of delivery without a schedule of the app.
@Suite struct ConvertScheduleTests {
  let network = RecordingTransport()

  private func launch() -> TestAnalytics {
    var configuration = Configuration(destinations: [])
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    return TestAnalytics(
      configuration,
      deliveringTo: ConvertDestination(sdkKey: "10001/20002", transport: network))
  }

  @Test("a report waits for one second, as in Convert's SDK")
  func interval() async {
    let testing = launch()
    testing.analytics.expose("u1", key: "1")
    await testing.clock.waitForSleeper(forSeconds: 1...1)
    #expect(network.requests.isEmpty)
    testing.clock.advance(bySeconds: 1)
    _ = await testing.destination.batches(atLeast: 1)
    await testing.analytics.flush()
    #expect(network.requests.flatMap(\.reports).count == 1)
    await testing.analytics.close()
  }

  @Test("ten reports are sent at once")
  func number() async {
    let testing = launch()
    for number in 1...10 { testing.analytics.expose("u\(number)", key: "\(number)") }
    let batches = await testing.destination.batches(atLeast: 1)
    #expect(batches[0].events.count == 10)
    await testing.analytics.close()
  }

  @Test("a batch that needs one request is given to the system, and its answer is remembered")
  func background() async {
    let destination = ConvertDestination(sdkKey: "1/2")
    let batch = await batch(10, for: destination)
    #expect(destination.request(for: batch)?.visitorIDs.count == 10)
    #expect(destination.outcome(of: HTTPResponse(status: 200), for: batch) == .accepted)
    guard case .later = destination.outcome(of: HTTPResponse(status: 503), for: batch) else {
      Issue.record("a 503 is not later")
      return
    }
    // Eleven visitors need two requests.
    #expect(destination.request(for: await self.batch(11, for: destination)) == nil)
    // The system may send a request twice.
    let once = ConvertDestination(sdkKey: "1/2", unknownOutcome: .setAside)
    #expect(once.request(for: batch) == nil)
  }

  private func batch(_ count: Int, for destination: ConvertDestination) async -> Batch {
    let captured = await CapturedEvents.recording { analytics in
      for number in 1...count { analytics.expose("u\(number)", key: "\(number)") }
    }
    let events = captured.events.filter(destination.accepts)
    return Batch(
      key: UUID(), events: events,
      body: destination.seal(events, context: captured.context), attempt: 0, milliseconds: 0)
  }
}
