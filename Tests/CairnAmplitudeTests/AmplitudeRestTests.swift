import Cairn
import CairnTesting
import Testing

@testable import CairnAmplitude

/// Amplitude's response to the remaining events after it has refused some, in the same delivery.
@Suite struct AmplitudeRestTests {
  /// Returns a scene in which one user is over the quota, and this response concerns the other.
  func scene(_ answer: RecordingTransport.Answer) async -> AmplitudeFixture {
    let scene = AmplitudeFixture((429, #"{"exceeded_daily_quota_users":["u1"]}"#))
    scene.transport.answerNext(answer)
    scene.analytics.track("Other")
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    let rejection = DeliveryRejection("over the daily quota of its device or user", status: 429)
    #expect(scene.outcomes == [.partial(refused: [1: rejection], again: [0])])
    #expect(scene.transport.requests.count == 2)
    return scene
  }

  @Test("the requested wait is respected", arguments: [429, 503])
  func wait(status: Int) async {
    let scene = await scene(.status(status, headers: ["Retry-After": "60"]))
    scene.testing.clock.advance(bySeconds: 1)
    // The jitter is added to the delay.
    await scene.testing.clock.waitForSleeper(forSeconds: 58...64)
    let reason = "status \(status)"
    #expect(
      [59, 60].contains { scene.outcomes.last == .later(afterSeconds: $0, reason: reason) })
    scene.testing.clock.advance(bySeconds: 57)
    #expect(scene.transport.requests.count == 2)
    scene.testing.clock.advance(bySeconds: 7)
    #expect(await scene.transport.requests(atLeast: 3).count == 3)
    await scene.analytics.flush()
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test("a requested wait that has ended does not delay the next attempt")
  func ended() async {
    let scene = await scene(.status(503, headers: ["Retry-After": "60"]))
    scene.testing.clock.advance(bySeconds: 60)
    await scene.analytics.flush()
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [1])
    #expect(scene.transport.requests.count == 3)
  }

  @Test("a refused key halts the delivery, and is not sent again before the next attempt")
  func halt() async {
    let scene = await scene(.status(401))
    await scene.analytics.flush()
    #expect(scene.outcomes.last == .halted(reason: "status 401"))
    #expect(scene.transport.requests.count == 2)
    scene.testing.clock.advance(bySeconds: 299)
    #expect(scene.transport.requests.count == 2)
    scene.testing.clock.advance(bySeconds: 1)
    #expect(await scene.transport.requests(atLeast: 3).count == 3)
    await scene.analytics.flush()
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test("without a requested wait the rest is sent after the back-off")
  func noWait() async {
    let scene = await scene(.status(503))
    await scene.analytics.flush()
    #expect(scene.transport.requests.count == 3)
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [1])
  }
}
