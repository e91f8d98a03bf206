import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Conversions that are tracked before there is a document with their goal.
@Suite struct WaitingConversionTests {
  @Test(
    "a purchase in an offline first launch survives a kill, and is reported once with a network")
  func firstLaunch() async throws {
    let first = WaitingFixture()
    await first.settle()
    first.analytics.identify("shopper")
    #expect(first.context().runExperience("cart-test") == nil)
    let result = first.context().trackConversion("purchase", data: [.amount: 19.9])
    #expect(result.outcome == .waitsForDocument)
    #expect(result.eventIDs == [])
    #expect(first.waiting == 1)
    #expect(first.scene.reports == [])
    let bought = first.scene.testing.clock.now().wall.milliseconds

    let offline = await first.relaunch()
    #expect(offline.waiting == 1)
    offline.scene.testing.clock.advance(bySeconds: 86_400)
    offline.analytics.identify("somebody else")

    let online = await offline.relaunch(.document())
    #expect(online.scene.reports == ["u1 9001", "u1 9001…"])
    #expect(online.waiting == 0)
    #expect(try online.files() == [])
    let events = online.scene.testing.events.filter { $0.name == "Goal Completed" }
    #expect(events.map(\.milliseconds) == [bought, bought])
    #expect(events.map(\.userID) == ["shopper", "shopper"])
    #expect(events.map { $0.properties["goal_id"] } == ["9001", "9001"])
    #expect(events.map { $0.properties["goal_key"] } == ["purchase", "purchase"])
    #expect(events.map { $0.properties["goal_data"] } == [nil, ["amount": 19.9]])
    // No visitor has seen the variation of that experience.
    #expect(events.map { $0.properties["bucketing"] } == [nil, nil])

    let last = await online.relaunch(.document())
    #expect(last.scene.reports == [])
    #expect(last.context().trackConversion("purchase").outcome == .alreadyReported)
    await last.analytics.close()
  }

  @Test(
    "a document that arrives while the app runs resolves waiting conversions, and posts an event")
  func sameLaunch() async {
    let scene = WaitingFixture(.offline, .document())
    await scene.settle()
    scene.context().trackConversion("purchase")
    let events = scene.experiments.events
    await scene.refresh()
    for await event in events where event.name == "conversion" {
      #expect(event == .conversion(goal: "purchase", visitorID: "u1"))
      break
    }
    #expect(scene.scene.reports == ["u1 9001"])
    #expect(scene.waiting == 0)
    await scene.analytics.close()
  }

  @Test("a goal waits once for a visitor; forced conversions wait each, in their order")
  func repeated() async {
    let scene = WaitingFixture()
    await scene.settle()
    #expect(scene.context().trackConversion("purchase").outcome == .waitsForDocument)
    #expect(scene.context().trackConversion("purchase").outcome == .alreadyReported)
    #expect(scene.context("u2").trackConversion("purchase").outcome == .waitsForDocument)
    for amount in [1, 2] {
      scene.scene.testing.clock.advance(bySeconds: 1)
      let result = scene.context().trackConversion(
        "purchase", data: [.amount: .int(amount)], forceMultipleTransactions: true)
      #expect(result.outcome == .waitsForDocument)
    }
    #expect(scene.waiting == 4)
    let next = await scene.relaunch(.document())
    #expect(
      Set(next.scene.reports) == ["u1 9001", "u2 9001", "u1 9001…"] && next.scene.reports.count == 4
    )
    let data = next.scene.testing.events.compactMap { $0.properties["goal_data"] }
    #expect(data == [["amount": 1], ["amount": 2]])
    #expect(Set(next.scene.keys).count == 4)
    await next.analytics.close()
  }

  @Test("a goal that the cached document does not know waits for a newer document")
  func newGoal() async {
    let old = ShopDocument(cart: ["c1": 100], goal: "other")
    let first = WaitingFixture(.document(old))
    await first.settle()
    // The document of this launch is current.
    #expect(first.context().trackConversion("purchase").outcome == .unknownGoal)
    #expect(first.analytics.ledger().refused == [.unknownGoal: 1])
    let second = await first.relaunch(.offline)
    #expect(second.context().trackConversion("purchase").outcome == .waitsForDocument)
    #expect(second.context().trackConversion("other").outcome == .recorded)
    let third = await second.relaunch(.document(tag: "2"))
    #expect(third.scene.reports == [])
    // The goals are one, by the identifier.
    #expect(third.waiting == 0)
    await third.analytics.close()
  }

  @Test(
    "a goal that the server's document does not know is refused when that document is confirmed")
  func confirmed() async {
    let old = ShopDocument(cart: ["c1": 100], goal: "other")
    let first = WaitingFixture(.document(old))
    await first.settle()
    let second = await first.relaunch(.offline)
    second.context().trackConversion("purchase")
    #expect(second.waiting == 1)
    let third = await second.relaunch(.status(304))
    #expect(third.waiting == 0)
    #expect(third.analytics.ledger().refused == [.unknownGoal: 1])
    #expect(third.scene.reports == [])
    await third.analytics.close()
  }

  @Test("a conversion waits for thirty days, and is then counted as refused")
  func age() async {
    for (days, isReported) in [(30.0, true), (30.1, false)] {
      let first = WaitingFixture()
      await first.settle()
      first.context().trackConversion("purchase")
      first.scene.testing.clock.advance(bySeconds: days * 86_400)
      let offline = await first.relaunch()
      #expect(offline.waiting == (isReported ? 1 : 0))
      #expect(offline.analytics.ledger().refused == (isReported ? [:] : [.documentMissing: 1]))
      let next = await offline.relaunch(.document())
      #expect(next.scene.reports == (isReported ? ["u1 9001"] : []))
      #expect(next.waiting == 0)
      await next.analytics.close()
    }
  }

  @Test("the rules of the goal are applied when the document is there")
  func rules() async {
    let scene = WaitingFixture()
    await scene.settle()
    scene.context("u1").trackConversion("signup", ruleData: ["plan": "free"])
    scene.context("u2").trackConversion("signup", ruleData: ["plan": "pro"])
    let next = await scene.relaunch(.document())
    #expect(next.scene.reports == ["u2 9002"])
    #expect(next.waiting == 0)
    await next.analytics.close()
  }

  @Test("the bound refuses further conversions, and counts them")
  func bound() async {
    let scene = WaitingFixture()
    await scene.settle()
    for number in 0..<1_000 { scene.context("u\(number)").trackConversion("purchase") }
    #expect(scene.context("one more").trackConversion("purchase").outcome == .refused)
    #expect(scene.waiting == 1_000)
    #expect(scene.analytics.ledger().refused == [.tooManyWaiting: 1])
    let next = await scene.relaunch(.document())
    #expect(next.scene.reports.count == 1_000)
    #expect(next.waiting == 0)
    await next.analytics.close()
  }

  @Test("the app's enrichers and inspectors see a conversion when it is tracked")
  func closures() async {
    struct Screen: Enricher {
      let name: String
      func enrich(_ event: inout Event) { event.properties["screen"] = .string(name) }
    }
    var configuration = Configuration.quiet
    configuration.enrichers = [Screen(name: "checkout")]
    let first = WaitingFixture(on: TestAnalytics(configuration))
    await first.settle()
    first.context().trackConversion("purchase")
    // The next launch has no enricher.
    let testing = TestAnalytics(
      .quiet, clock: first.scene.testing.clock, storage: first.scene.testing.storage)
    let next = WaitingFixture(.document(), on: testing)
    await next.settle()
    let event = next.scene.testing.events.first { $0.name == "Goal Completed" }
    #expect(event?.properties["screen"] == "checkout")
    await first.analytics.close()
    await next.analytics.close()
  }
}
