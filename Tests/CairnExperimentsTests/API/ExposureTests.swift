import Cairn
import CairnExperiments
import CairnTesting
import Dispatch
import Testing

@Suite struct ExposureTests {
  @Test("an exposure is reported once, in this launch and the next ones, and does not change")
  func once() async {
    let scene = ExperimentFixture()
    let visitor = scene.experiments.context(visitorID: "u1")
    let variation = visitor.runExperience("cart-test")
    #expect(visitor.runExperience("cart-test") == variation)
    #expect(scene.reports == ["u1 \(variation?.id ?? "")"])
    let second = await scene.relaunch(ShopDocument(cart: ["c1": 0, "t1": 0, "x1": 100]))
    let again = second.experiments.context(visitorID: "u1").decide("cart-test")
    #expect(again.variation == nil || again.variation == variation)
    let third = await second.relaunch()
    #expect(third.experiments.context(visitorID: "u1").decide("cart-test").source == .sticky)
    #expect(third.reports == [])
    await third.testing.analytics.close()
  }

  @Test("a report has everything that a server needs, and an ordinary destination can process it")
  func properties() async throws {
    let scene = ExperimentFixture(ShopDocument(cart: ["t1": 100]))
    let visitor = scene.experiments.context(visitorID: "u1")
    visitor.setDefaultSegments([.country: "PT"])
    visitor.setCustomSegments(["8201"])
    visitor.runExperience("cart-test")
    let event = try #require(scene.testing.events.first)
    var properties = event.properties
    #expect(properties.removeValue(forKey: "key") != nil)
    #expect(properties.removeValue(forKey: "revision") != nil)
    #expect(event.name == "Experiment Viewed")
    #expect(
      properties == [
        "visitor_id": "u1", "account_id": "100", "project_id": "200",
        "experiment_id": "71001", "experiment_key": "cart-test",
        "variation_id": "t1", "variation_key": "compact",
        "segments": ["country": "PT"], "custom_segments": ["8201"],
      ])
    await scene.testing.analytics.close()
  }

  @Test("variations A, B and A again are three exposures with three keys")
  func backAgain() async {
    let one = ShopDocument(cart: ["c1": 100])
    let other = ShopDocument(cart: ["t1": 100])
    var scene = ExperimentFixture(one)
    var (reports, keys): ([String], [String]) = ([], [])
    for document in [one, other, one] {
      scene = await scene.relaunch(document)
      for _ in 1...3 { scene.experiments.context(visitorID: "u1").runExperience("cart-test") }
      reports += scene.reports
      keys += scene.keys
    }
    #expect(reports == ["u1 c1", "u1 t1", "u1 c1"])
    #expect(Set(keys).count == 3)
    await scene.testing.analytics.close()
  }

  @Test(
    "a repeated report has the same key after a kill, even if the document or version changed",
    arguments: [11, 12])
  func keyOfAnotherRevision(version: Int) async {
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]))
    scene.experiments.context(visitorID: "u1").runExperience("cart-test")
    // The kill removed the stored state.
    scene.experiments.visitors.forget("u1")
    let second = await scene.relaunch(
      ShopDocument(cart: ["c1": 100], version: version, goal: "bought"))
    second.experiments.context(visitorID: "u1").runExperience("cart-test")
    #expect(second.reports == ["u1 c1"])
    #expect(scene.keys == second.keys)
    await second.testing.analytics.close()
  }

  @Test("a new version of an experience does not repeat a report")
  func strangeVersion() async {
    let json = ShopDocument(cart: ["c1": 100]).json
      .replacing(#""version":11"#, with: #""version":"1@2#3""#)
    let scene = ExperimentFixture(ExperimentsConfiguration(document: json.utf8))
    let visitor = scene.experiments.context(visitorID: "u1")
    visitor.runExperience("cart-test")
    visitor.runExperience("cart-test")
    #expect(scene.reports == ["u1 c1"])
    await scene.testing.analytics.close()
  }

  @Test("an exposure that was not reported, since tracking was off, is reported by the next call")
  func withoutTracking() async {
    let scene = ExperimentFixture()
    let visitor = scene.experiments.context(visitorID: "u1")
    let variation = visitor.runExperience("cart-test", enableTracking: false)
    #expect(scene.reports == [])
    #expect(visitor.runExperience("cart-test") == variation)
    #expect(scene.reports == ["u1 \(variation?.id ?? "")"])
    await scene.testing.analytics.close()
  }

  @Test("many threads that show the same at the same time report it once")
  func threads() async {
    let scene = ExperimentFixture()
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let visitor = scene.experiments.context(visitorID: "u\(number % 2)")
      visitor.runExperience("cart-test")
      visitor.trackConversion("purchase")
    }
    #expect(scene.reports.count == 4)
    #expect(Set(scene.reports).count == 4)
    await scene.testing.analytics.close()
  }

  @Test("an enricher that runs an experience while one is reported does no harm")
  func insideOfItself() async {
    final class Curious: Enricher {
      let experiments = Locked<Experiments?>(nil)
      func enrich(_ event: inout Event) {
        let inner = experiments.withLock { $0 }
        guard event.properties["variation_key"] == "on" else { return }
        inner?.context(visitorID: "u1").runExperience("cart-test")
      }
    }
    let curious = Curious()
    var configuration = Configuration.quiet
    configuration.enrichers = [curious]
    let scene = ExperimentFixture(
      ShopDocument(cart: ["c1": 100]), TestAnalytics(configuration))
    curious.experiments.withLock { $0 = scene.experiments }
    scene.experiments.context(visitorID: "u1", attributes: ["plan": "pro"]).runExperience(
      "pro-test")
    #expect(Set(scene.reports) == ["u1 710021", "u1 c1"])
    curious.experiments.withLock { $0 = nil }
    await scene.testing.analytics.close()
  }

  @Test("enrichers that run experiences of each other's visitors do not wait for each other")
  func insideOfEachOther() async throws {
    final class Crossing: Enricher {
      let experiments = Locked<Experiments?>(nil)
      let others: [String: String]
      private let inside = Meeting(2)

      init(_ others: [String: String]) { self.others = others }

      func enrich(_ event: inout Event) {
        guard event.properties["experiment_key"] == "pro-test",
          case .string(let visitor)? = event.properties["visitor_id"], let other = others[visitor]
        else { return }
        inside.join()
        let inner = experiments.withLock { $0 }?.context(visitorID: other)
        inner?.runExperience("cart-test")
        inner?.trackConversion("purchase")
      }
    }
    let other = try #require(
      (0...).lazy.map { "u\($0)" }.first {
        VisitorLocks.place(of: $0) != VisitorLocks.place(of: "a")
      })
    let crossing = Crossing(["a": other, other: "a"])
    var configuration = Configuration.quiet
    configuration.enrichers = [crossing]
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]), TestAnalytics(configuration))
    crossing.experiments.withLock { $0 = scene.experiments }
    await Threads.run(["a", other]) { visitor in
      let context = scene.experiments.context(visitorID: visitor, attributes: ["plan": "pro"])
      context.runExperience("pro-test")
    }
    let reports = ["a", other].flatMap { ["\($0) 710021", "\($0) c1", "\($0) 9001"] }
    #expect(scene.reports.sorted() == reports.sorted())
    for visitor in ["a", other] {
      let state = scene.experiments.visitors.state(of: visitor)
      #expect(state.bucketing == ["71001": "c1", "71002": "710021"])
      #expect(state.goals == ["9001"])
    }
    crossing.experiments.withLock { $0 = nil }
    await scene.testing.analytics.close()
  }

  @Test(
    "an enricher that requests the reported decision each time does not repeat the report")
  func withoutEnd() async {
    final class Eager: Enricher {
      let experiments = Locked<Experiments?>(nil)
      func enrich(_ event: inout Event) {
        let visitor = experiments.withLock { $0 }?.context(
          visitorID: "u1", attributes: ["plan": "pro"])
        visitor?.runExperience("cart-test")
        visitor?.runExperience("pro-test")
        visitor?.trackConversion("purchase", data: [.amount: 1])
      }
    }
    let eager = Eager()
    var configuration = Configuration.quiet
    configuration.enrichers = [eager]
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]), TestAnalytics(configuration))
    eager.experiments.withLock { $0 = scene.experiments }
    let visitor = scene.experiments.context(visitorID: "u1", attributes: ["plan": "pro"])
    visitor.runExperiences()
    visitor.trackConversion("purchase", data: [.amount: 1])
    #expect(scene.reports.sorted() == ["u1 710021", "u1 9001", "u1 9001…", "u1 c1"])
    eager.experiments.withLock { $0 = nil }
    await scene.testing.analytics.close()
  }

  @Test(
    "a report erased while it waited for the disk does not count as reported afterwards"
  )
  func erasedWhileWaiting() async throws {
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]))
    let visitor = scene.experiments.context(visitorID: "u1")
    visitor.runExperience("cart-test", enableTracking: false)
    scene.testing.storage.isFull = true
    visitor.runExperience("cart-test")
    visitor.trackConversion("purchase")
    #expect(scene.testing.analytics.ledger().buffered == 2)
    scene.testing.storage.isFull = false
    try await scene.testing.analytics.erase()
    scene.testing.forget()
    visitor.runExperience("cart-test")
    visitor.trackConversion("purchase")
    #expect(scene.reports == ["u1 c1", "u1 9001"])
    await scene.testing.analytics.close()
  }

  @Test("every experience that the visitor gets is reported once, in the document's order")
  func all() async {
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]))
    let visitor = scene.experiments.context(
      visitorID: "u1", attributes: ["plan": "pro"], locationProperties: ["screen": "cart"])
    #expect(
      visitor.runExperiences().map(\.experienceKey) == ["cart-test", "pro-test", "here-test"])
    visitor.runExperiences()
    #expect(scene.reports == ["u1 c1", "u1 710021", "u1 710031"])
    #expect(visitor.decideAll().last?.reason == .otherEnvironment)
    await scene.testing.analytics.close()
  }

  @Test("a report that the full disk refuses is not remembered before the disk has it")
  func fullDisk() async {
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]))
    let visitor = scene.experiments.context(visitorID: "u1")
    visitor.runExperience("cart-test", enableTracking: false)
    scene.testing.storage.isFull = true
    visitor.runExperience("cart-test")
    visitor.runExperience("cart-test")
    visitor.trackConversion("purchase")
    visitor.trackConversion("purchase")
    #expect(scene.reports == ["u1 c1", "u1 9001"])
    // Data in memory is lost with the process.
    scene.testing.storage.isFull = false
    let second = await scene.relaunch(ShopDocument(cart: ["c1": 100]))
    second.experiments.context(visitorID: "u1").runExperience("cart-test")
    second.experiments.context(visitorID: "u1").trackConversion("purchase")
    await second.testing.analytics.flush()
    let arrived = second.testing.destination.events.compactMap {
      ($0.fields?["properties"] as? [String: Any])?["key"] as? String
    }
    #expect(Set(arrived).count == 2)
    await second.testing.analytics.close()
  }
}
