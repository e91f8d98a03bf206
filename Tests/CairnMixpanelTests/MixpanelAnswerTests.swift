import Cairn
import CairnTesting
import Foundation
import Testing
import VendorAnswers

/// Mixpanel's responses, and their effect on the events.
@Suite struct MixpanelAnswerTests {
  @Test(
    "each answer is about the events that it names, and loses no other",
    arguments: Vendor.mixpanelImport.rows + Vendor.mixpanelTrack.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  @Test(
    "an answer about profiles after the events were accepted applies to the whole batch",
    arguments: [
      (404, Outcome.halted(reason: "status 404")), (401, .halted(reason: "status 401")),
      (429, .later(afterSeconds: 17, reason: "status 429")), (413, .split),
      (400, .refused(DeliveryRejection("status 400", status: 400))),
    ])
  func profilesFail(status: Int, outcome: Outcome) async {
    let scene = MixpanelFixture((200, ""))
    scene.transport.answerNext(.status(status, headers: ["Retry-After": "17"]))
    scene.analytics.track("A")
    for name in ["u1", "u2"] { scene.analytics.identify(name, traits: ["plan": "pro"]) }
    await scene.analytics.flush()
    #expect(scene.outcomes.first == outcome)
    #expect(scene.analytics.ledger().balances)
  }

  @Test("when profiles fail after the events were accepted, the same events are sent again")
  func profilesLater() async {
    let scene = MixpanelFixture((200, ""), (503, ""))
    scene.analytics.track("A")
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    scene.analytics.track("B")
    await scene.analytics.flush()
    #expect(scene.outcomes == [.later(afterSeconds: nil, reason: "status 503")])
    scene.testing.clock.advance(bySeconds: 100)
    await scene.analytics.flush()
    #expect(scene.requests == ["/import 3", "/engage 1", "/import 3", "/engage 1"])
    let identify = scene.records("/import").filter { $0["event"] == "$identify" }
    #expect(identify.count == 2)
    #expect(identify[0] == identify[1])
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [3])
  }

  @Test("a profile that is refused alone affects no others")
  func profileRefused() async {
    let scene = MixpanelFixture(
      (200, ""), (200, #"{"status":0,"error":"bad profile"}"#), (200, "1"))
    scene.analytics.track("A")
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    scene.analytics.track("B")
    await scene.analytics.flush()
    #expect(
      scene.outcomes == [
        .partial(refused: [1: DeliveryRejection("bad profile", status: 200)], again: [])
      ])
  }

  @Test("without an answer the same bytes are sent again later")
  func noAnswer() async {
    let scene = MixpanelFixture()
    scene.transport.answerNext(.offline)
    scene.analytics.track("A", ["n": 1.5])
    await scene.analytics.flush()
    scene.testing.clock.advance(bySeconds: 100)
    await scene.analytics.flush()
    #expect(scene.requests == ["/import 1", "/import 1"])
    #expect(Set(scene.transport.requests.map(\.body)).count == 1)
  }
}
