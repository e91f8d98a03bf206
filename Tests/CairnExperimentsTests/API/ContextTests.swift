import Cairn
import CairnExperiments
import CairnTesting
import Testing

@Suite struct ContextTests {
  @Test(
    "without a document there is no variation, every feature is disabled, and the decision says why"
  )
  func noDocument() async {
    let scene = ExperimentFixture(ExperimentsConfiguration(document: []))
    let visitor = scene.experiments.context(visitorID: "u1")
    #expect(visitor.runExperience("cart-test") == nil)
    #expect(visitor.decide("cart-test").reason == .noDocument)
    #expect(visitor.runExperiences() == [])
    #expect(visitor.runFeature("cart-layout").status == .disabled)
    #expect(visitor.runFeatures() == [])
    #expect(visitor.trackConversion("purchase").outcome == .waitsForDocument)
    #expect(scene.reports == [])
    await #expect(throws: ExperimentsError.self) { try await scene.experiments.ready() }
    await scene.testing.analytics.close()
  }

  @Test(
    "a feature has variables of the document's types, and its variation is reported")
  func feature() async {
    let scene = ExperimentFixture(ShopDocument(cart: ["t1": 100]))
    let visitor = scene.experiments.context(visitorID: "u1")
    let feature = visitor.runFeature("cart-layout")
    #expect(feature.isEnabled)
    #expect(feature.int("columns") == 2)
    #expect(feature.string("title") == "Bag")
    #expect(feature.bool("wide") == true)
    #expect(feature.double("ratio") == 1.5)
    #expect(feature.json("tags") == [1, 2])
    #expect(visitor.runFeatures() == [feature])
    #expect(visitor.runFeature("nothing") == Feature(key: "nothing"))
    #expect(scene.reports == ["u1 t1"])
    await scene.testing.analytics.close()
  }

  @Test(
    "by default experiences bound to production or to no environment are served; nil serves all")
  func environment() async {
    let document = ShopDocument()
    let standard = ExperimentFixture(document)
    #expect(standard.experiments.context().decide("staging-test").reason == .otherEnvironment)
    var configuration = ExperimentsConfiguration(document: document.bytes)
    configuration.environment = "staging"
    let staging = ExperimentFixture(configuration)
    #expect(staging.experiments.context().runExperience("staging-test")?.key == "on")
    #expect(staging.experiments.context().runExperience("cart-test") != nil)
    configuration.environment = nil
    #expect(
      ExperimentFixture(configuration).experiments.context().runExperience("staging-test") != nil)
  }

  @Test("an experience bound to a location is served only there; others are served everywhere")
  func location() async {
    let scene = ExperimentFixture()
    var visitor = scene.experiments.context(visitorID: "u1")
    #expect(visitor.decide("here-test").reason == .locationMismatch)
    #expect(visitor.runExperience("cart-test") != nil)
    visitor.locationProperties = ["screen": "cart"]
    #expect(visitor.runExperience("here-test")?.key == "on")
    visitor.locationProperties = [:]
    visitor.ignoresLocations = true
    #expect(visitor.runExperience("here-test")?.key == "on")
    await scene.testing.analytics.close()
  }

  @Test(
    "the visitor is the anonymous identifier; a reset replaces it and removes the first one"
  )
  func anonymous() async {
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]))
    let visitor = scene.experiments.context()
    let before = scene.testing.analytics.anonymousID
    visitor.runExperience("cart-test")
    scene.testing.analytics.reset()
    visitor.runExperience("cart-test")
    let after = scene.testing.analytics.anonymousID
    #expect(scene.reports == ["\(before) c1", "\(after) c1"])
    #expect(scene.experiments.visitors.state(of: before) == VisitorState())
    #expect(scene.experiments.visitors.state(of: after).bucketing == ["71001": "c1"])
    await scene.testing.analytics.close()
  }

  @Test("the state of a visitor that is reset during a report is not stored again")
  func resetMeanwhile() async {
    final class Resetting: Enricher {
      let analytics = Locked<Analytics?>(nil)
      func enrich(_ event: inout Event) {
        guard event.properties["visitor_id"] != nil else { return }
        analytics.withLock { $0 }?.reset()
      }
    }
    let resetting = Resetting()
    var configuration = Configuration.quiet
    configuration.enrichers = [resetting]
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]), TestAnalytics(configuration))
    let analytics = scene.testing.analytics
    resetting.analytics.withLock { $0 = analytics }
    let visitor = scene.experiments.context()
    let first = analytics.anonymousID
    visitor.runExperience("cart-test")
    let second = analytics.anonymousID
    visitor.trackConversion("purchase")
    #expect(Set([first, second, analytics.anonymousID]).count == 3)
    for id in [first, second] {
      #expect(scene.experiments.visitors.state(of: id) == VisitorState())
    }
    resetting.analytics.withLock { $0 = nil }
    await analytics.close()
  }

  @Test("an empty identifier is replaced by the anonymous identifier")
  func emptyID() async {
    let scene = ExperimentFixture()
    #expect(
      scene.experiments.context(visitorID: "").visitorID == scene.testing.analytics.anonymousID)
    await scene.testing.analytics.close()
  }

  @Test(
    "segments are merged; custom segments are stored once each; rules are checked per segment"
  )
  func segments() async {
    let scene = ExperimentFixture()
    let visitor = scene.experiments.context(visitorID: "u1", attributes: ["spends": "much"])
    visitor.setDefaultSegments([.country: "PT", .source: "search"])
    visitor.setDefaultSegments([.country: "DE"])
    visitor.setCustomSegments(["1", "2", "1"])
    #expect(visitor.runCustomSegments(["savers", "spenders"]) == ["8201"])
    #expect(visitor.runCustomSegments(["savers"], attributes: ["spends": "little"]) == ["8202"])
    let second = await scene.relaunch()
    let state = second.experiments.visitors.state(of: "u1")
    #expect(state.segments == ["country": "DE", "source": "search"])
    #expect(state.customSegments == ["1", "2", "8201", "8202"])
    await second.testing.analytics.close()
  }
}
