import Cairn
import CairnMixpanel
import CairnTesting
import Testing

@Suite("Events that are too large for Mixpanel") struct MixpanelSizeTests {
  /// Returns properties of 65 000 bytes each, which need no cuts.
  private static func properties(_ count: Int) -> [String: Value] {
    let list = Value.array(
      Array(repeating: .string(String(repeating: "x", count: 254)), count: 254))
    return Dictionary(uniqueKeysWithValues: (0..<count).map { ("p\($0)", list) })
  }

  @Test("a request that Mixpanel would not take is divided before it is sent")
  func request() async {
    let scene = MixpanelFixture(maximumEventBytes: 1_000_000) {
      $0.limits = BatchLimits(events: 10, bytes: 10_000_000)
    }
    for number in 1...3 { scene.analytics.track("Large \(number)", Self.properties(12)) }
    for _ in 1...3 { await scene.analytics.flush() }
    #expect(scene.outcomes == [.split, .accepted, .accepted, .accepted])
    #expect(scene.requests == ["/import 1", "/import 1", "/import 1"])
    #expect(scene.transport.requests.allSatisfy { $0.body.count < 2_097_152 })
    #expect(scene.records("/import").map { $0["event"] } == ["Large 1", "Large 2", "Large 3"])
  }

  @Test("an event that is longer than Mixpanel accepts becomes a dead letter before it is sent")
  func event() async {
    var events = await CapturedEvents.recording { analytics in
      for (name, count) in [("One", 1), ("Large", 15), ("Two", 1)] {
        analytics.track(name, Self.properties(count))
      }
    }
    // The defaults of the batch are repeated in each of Mixpanel's events.
    let context: Value = ["device": ["model": .string(String(repeating: "m", count: 30_000))]]
    events.context = context.json
    let transport = RecordingTransport()
    var destination = MixpanelDestination(token: MixpanelFixture.token, transport: transport)
    destination.compresses = false
    let outcome = await destination.deliver(events.batch(for: destination))
    #expect(outcome == .partial(refused: [1: "too large for Mixpanel"], again: []))
    let sent = transport.requests.flatMap { Value(json: $0.body)?.arrayValue ?? [] }
    #expect(sent.map { $0["event"] } == ["One", "Two"])
  }
}
