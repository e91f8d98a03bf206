import Cairn
import CairnTesting
import Foundation
import Testing
import VendorAnswers

/// Amplitude's responses, and their effect on the events.
@Suite struct AmplitudeAnswerTests {
  @Test(
    "each answer is about the events that it names, and loses no other",
    arguments: Vendor.amplitude.rows + Vendor.amplitudeBatch.rows + Vendor.amplitudeUser.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  @Test("without an answer the same bytes are sent again later")
  func noAnswer() async {
    let scene = AmplitudeFixture()
    scene.transport.answerNext(.offline)
    scene.analytics.track("A")
    await scene.analytics.flush()
    scene.testing.clock.advance(bySeconds: 100)
    await scene.analytics.flush()
    #expect(scene.transport.requests.count == 2)
    #expect(Set(scene.transport.requests.map(\.body)).count == 1)
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test("the events that are to blame go to the dead letters, and the others arrive in order")
  func blamed() async {
    let scene = AmplitudeFixture(
      (400, #"{"code":400,"events_with_invalid_fields":{"time":[0]}}"#),
      (400, #"{"code":400,"events_with_invalid_fields":{"time":[1]}}"#))
    for name in ["A", "B", "C", "D"] { scene.analytics.track(name) }
    for _ in 1...3 { await scene.analytics.flush() }
    let requests = scene.bodies.map { body in
      (body["events"]?.arrayValue ?? []).map { $0["event_type"] }
    }
    #expect(requests == [["A", "B", "C", "D"], ["B", "C", "D"], ["B", "D"]])
    let ledger = scene.analytics.ledger().destinations
    #expect(ledger.map(\.delivered) == [2])
    #expect(ledger.map(\.deadLettered) == [2])
  }

  @Test("a throttled user waits for half a minute, while the others are sent at once")
  func throttled() async {
    let scene = AmplitudeFixture(
      (429, #"{"code":429,"throttled_events":[0],"throttled_devices":{"x":31}}"#))
    scene.analytics.track("Throttled")
    scene.analytics.reset()
    scene.analytics.track("Other")
    await scene.analytics.flush()
    #expect(names(scene) == [["Throttled", "Other"], ["Other"]])
    #expect(scene.outcomes == [.partial(refused: [:], again: [0])])
    // It is not sent again before its time.
    scene.testing.clock.advance(bySeconds: 10)
    await scene.analytics.flush()
    #expect(
      scene.outcomes.last
        == .later(afterSeconds: 20, reason: "the device or the user is throttled"))
    #expect(scene.transport.requests.count == 2)
    scene.testing.clock.advance(bySeconds: 20)
    await scene.analytics.flush()
    #expect(names(scene).last == ["Throttled"])
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [2])
  }

  @Test("a user over the daily quota is refused, and the others are sent at once")
  func quota() async {
    let scene = AmplitudeFixture()
    scene.transport.answerNext(
      .status(429, body: #"{"exceeded_daily_quota_users":{"u1":500000}}"#))
    scene.analytics.track("Other")
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    #expect(names(scene) == [["Other", "$identify"], ["Other"]])
    #expect(
      scene.outcomes == [
        .partial(
          refused: [
            1: DeliveryRejection("over the daily quota of its device or user", status: 429)
          ], again: [])
      ])
  }

  /// An enricher that sets the device to the name of the event.
  private struct NamedDevice: Enricher {
    func enrich(_ event: inout Event) { event.anonymousID = event.name }
  }

  @Test(
    "where two devices or users are equal only for Swift, only the named one is refused",
    arguments: [0, 1])
  func twins(named: Int) async {
    let ids = ["caf\u{E9}", "cafe\u{301}"]
    let devices = AmplitudeFixture(
      (400, #"{"code":400,"silenced_devices":["\#(ids[named])"]}"#), enrichers: [NamedDevice()])
    for id in ids { devices.analytics.track(id) }
    await devices.analytics.flush()
    let silenced = DeliveryRejection("the device is silenced", status: 400)
    #expect(devices.outcomes.first == .partial(refused: [named: silenced], again: [1 - named]))
    let users = AmplitudeFixture(
      (429, #"{"exceeded_daily_quota_users":{"\#(ids[named])":500000}}"#))
    for id in ids { users.analytics.identify(id) }
    await users.analytics.flush()
    let over = DeliveryRejection("over the daily quota of its device or user", status: 429)
    #expect(users.outcomes.first == .partial(refused: [named: over], again: []))
  }

  @Test("a failure of the second request keeps the events that the first has settled")
  func second() async {
    let scene = AmplitudeFixture(
      (429, #"{"exceeded_daily_quota_users":["u1"]}"#), (503, ""))
    scene.analytics.track("Other")
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    #expect(
      scene.outcomes == [
        .partial(
          refused: [
            1: DeliveryRejection("over the daily quota of its device or user", status: 429)
          ], again: [0])
      ])
    await scene.analytics.flush()
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test("a call of group makes two events, and a refusal of one refuses the call")
  func group() async {
    let scene = AmplitudeFixture((400, #"{"events_with_invalid_fields":{"groups":[2]}}"#))
    scene.analytics.track("A")
    scene.analytics.group("chess", traits: ["size": 3])
    scene.analytics.track("B")
    await scene.analytics.flush()
    #expect(
      scene.outcomes == [
        .partial(
          refused: [1: DeliveryRejection("invalid field groups", status: 400)], again: [0, 2])
      ])
  }

  private func names(_ scene: AmplitudeFixture) -> [[Value?]] {
    scene.bodies.map { body in (body["events"]?.arrayValue ?? []).map { $0["event_type"] } }
  }
}
