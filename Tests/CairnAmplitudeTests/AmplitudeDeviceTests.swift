import Cairn
import CairnTesting
import Testing

/// A response of Amplitude about a device affects only the events of that device.
@Suite struct AmplitudeDeviceTests {
  /// Records events of two devices; the response concerns the first.
  private func outcomes(
    _ status: Int, _ body: (_ device: String) -> String
  ) async -> (outcomes: [Outcome], requests: [[Value?]], ledger: [Ledger.Row]) {
    let scene = AmplitudeFixture()
    scene.transport.answerNext(.status(status, body: body(scene.analytics.anonymousID)))
    scene.analytics.track("A")
    scene.analytics.reset()
    scene.analytics.track("B")
    for _ in 1...2 { await scene.analytics.flush() }
    let requests = scene.bodies.map { body in
      (body["events"]?.arrayValue ?? []).map { $0["event_type"] }
    }
    return (scene.outcomes, requests, scene.analytics.ledger().destinations)
  }

  @Test("the events of a device that is silenced are refused, and the others are sent again")
  func silenced() async {
    let result = await outcomes(400) { #"{"code":400,"silenced_devices":["other","\#($0)"]}"# }
    #expect(
      result.outcomes == [
        .partial(
          refused: [0: DeliveryRejection("the device is silenced", status: 400)], again: [1]),
        .accepted,
      ])
    #expect(result.requests == [["A", "B"], ["B"]])
    #expect(result.ledger.map(\.deadLettered) == [1] && result.ledger.map(\.delivered) == [1])
  }

  @Test(
    "the events of a device over the daily quota are refused, and the others are sent at once"
  )
  func quota() async {
    let result = await outcomes(429) {
      #"{"code":429,"exceeded_daily_quota_devices":{"\#($0)":500000}}"#
    }
    let over = DeliveryRejection("over the daily quota of its device or user", status: 429)
    #expect(result.outcomes == [.partial(refused: [0: over], again: [])])
    #expect(result.requests == [["A", "B"], ["B"]])
    #expect(result.ledger.map(\.deadLettered) == [1] && result.ledger.map(\.delivered) == [1])
  }
}
