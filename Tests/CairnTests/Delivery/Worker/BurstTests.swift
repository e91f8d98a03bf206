import Cairn
import CairnTesting
import Testing

/// The number of events that begins a delivery, recorded while the delivery counts them.
@Suite struct BurstTests {
  @Test("a burst of exactly the configured number of events is sent at once")
  func burst() async {
    let clock = ManualClock()
    let server = RecordingDestination()
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 20
    let analytics = await launch(configuration, clock)
    for round in 1...500 {
      for number in 1...20 { analytics.track("Event \(number)") }
      // The clock does not advance: only the number can begin the delivery.
      #expect(await server.events(atLeast: round * 20).count == round * 20)
      await analytics.flush()
    }
    await analytics.close()
  }
}
