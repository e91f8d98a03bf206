import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Reports that must not be sent are not marked as reported.
@Suite struct SilenceTests {
  /// Reports once, disables reports with `quiet` and enables them with `loud`.
  private func expectNothingKept(
    _ scene: ExperimentFixture, _ outcome: ConversionOutcome = .refused,
    quiet: (ExperimentFixture) -> Void, loud: (ExperimentFixture) -> Void
  ) {
    let visitor = scene.experiments.context(visitorID: "u1")
    quiet(scene)
    #expect(visitor.runExperience("cart-test")?.id == "c1")
    #expect(visitor.trackConversion("purchase", data: [.amount: 1]).outcome == outcome)
    #expect(scene.reports == [])
    loud(scene)
    // Nothing was stored to be reported later.
    #expect(scene.reports == [])
    visitor.runExperience("cart-test")
    visitor.trackConversion("purchase", data: [.amount: 1])
    #expect(scene.reports == ["u1 c1", "u1 9001", "u1 9001…"])
  }

  private let document = ShopDocument(cart: ["c1": 100])

  @Test(
    "with tracking off nothing is reported or stored for later, and no goal is marked"
  )
  func trackingOff() async {
    let scene = ExperimentFixture(document)
    expectNothingKept(scene, .trackingDisabled) {
      $0.experiments.setTrackingEnabled(false)
    } loud: {
      $0.experiments.setTrackingEnabled(true)
    }
    #expect(scene.experiments.isTrackingEnabled)
    await scene.testing.analytics.close()
  }

  @Test("tracking can be off from the start")
  func offFromTheStart() async {
    var configuration = ExperimentsConfiguration(document: document.bytes)
    configuration.isTrackingEnabled = false
    let scene = ExperimentFixture(configuration)
    expectNothingKept(scene, .trackingDisabled) {
      #expect(!$0.experiments.isTrackingEnabled)
    } loud: {
      $0.experiments.setTrackingEnabled(true)
    }
    await scene.testing.analytics.close()
  }

  @Test("a report that the analytics' switch refuses is not marked as reported")
  func analyticsOff() async {
    let scene = ExperimentFixture(document)
    expectNothingKept(scene) {
      $0.testing.analytics.setTrackingEnabled(false)
    } loud: {
      $0.testing.analytics.setTrackingEnabled(true)
    }
    await scene.testing.analytics.close()
  }

  @Test("a report that is refused without consent is not marked as reported")
  func denied() async {
    let scene = ExperimentFixture(document)
    expectNothingKept(scene) {
      $0.testing.analytics.setConsent(.denied)
    } loud: {
      $0.testing.analytics.setConsent(.granted)
    }
    await scene.testing.analytics.close()
  }

  @Test("a report that is erased before it was sent is sent again")
  func erased() async throws {
    let scene = ExperimentFixture(document)
    let visitor = scene.experiments.context(visitorID: "u1")
    visitor.runExperience("cart-test")
    visitor.trackConversion("purchase")
    try await scene.testing.analytics.erase()
    scene.testing.forget()
    visitor.runExperience("cart-test")
    visitor.trackConversion("purchase")
    #expect(scene.reports == ["u1 c1", "u1 9001"])
    await scene.testing.analytics.close()
  }

  @Test("a preview shows its variation, also from a link, and stores nothing")
  func preview() async throws {
    let scene = ExperimentFixture(document)
    let visitor = scene.experiments.context(visitorID: "u1", attributes: ["plan": "pro"])
    scene.experiments.setPreview(experience: "staging-test", variation: "on")
    #expect(visitor.decide("staging-test").source == .forced)
    scene.experiments.endPreview()
    #expect(visitor.decide("staging-test").reason == .otherEnvironment)
    let link = try #require(URL(string: "shop://open?convert_preview=71004.710041"))
    #expect(scene.experiments.setPreview(link))
    #expect(visitor.runExperience("staging-test")?.id == "710041")
    // Other reports are suppressed too while the preview lasts.
    visitor.runExperience("pro-test")
    visitor.trackConversion("purchase")
    visitor.setDefaultSegments([.country: "PT"])
    scene.experiments.endPreview()
    #expect(scene.reports == [])
    let second = await scene.relaunch(document)
    let state = second.experiments.visitors.state(of: "u1")
    #expect(state == VisitorState())
    await second.testing.analytics.close()
  }

  @Test(
    "a link without a numeric experience and variation starts no preview",
    arguments: [
      "shop://open", "shop://open?convert_preview=71004", "shop://open?convert_preview=a.b",
      "shop://open?convert_preview=1.2.3",
    ])
  func noPreview(link: String) async throws {
    let scene = ExperimentFixture()
    #expect(!scene.experiments.setPreview(try #require(URL(string: link))))
    #expect(!scene.experiments.isPreview)
    await scene.testing.analytics.close()
  }

  @Test("a preview of an unknown variation suppresses nothing")
  func previewOfNothing() async throws {
    let scene = ExperimentFixture(document)
    let link = try #require(URL(string: "shop://open?convert_preview=1.1"))
    #expect(scene.experiments.setPreview(link))
    scene.experiments.setPreview(experience: "cart-test", variation: "gone")
    let visitor = scene.experiments.context(visitorID: "u1")
    visitor.setDefaultSegments([.country: "PT"])
    visitor.runExperience("cart-test")
    visitor.trackConversion("purchase")
    #expect(scene.reports == ["u1 c1", "u1 9001"])
    #expect(scene.experiments.visitors.state(of: "u1").segments == ["country": "PT"])
    await scene.testing.analytics.close()
  }

  @Test("a preview logs once that it prevents recording")
  func previewIsSaid() async {
    let said = Locked<[String]>([])
    var configuration = Configuration.quiet
    configuration.diagnostics = { line in said.withLock { $0.append(line.code) } }
    let scene = ExperimentFixture(document, TestAnalytics(configuration))
    let visitor = scene.experiments.context(visitorID: "u1")
    let previews = { said.withLock { $0.count { $0 == "experiments.preview" } } }
    scene.experiments.setPreview(experience: "staging-test", variation: "on")
    #expect(previews() == 0)
    visitor.runExperience("staging-test")
    visitor.trackConversion("purchase")
    visitor.setDefaultSegments([.country: "PT"])
    #expect(previews() == 1)
    scene.experiments.setPreview(experience: "cart-test", variation: "c1")
    visitor.trackConversion("purchase")
    #expect(previews() == 2)
    await scene.testing.analytics.close()
  }

  @Test("a preview that ends while a variation is chosen leaves no trace either")
  func previewThatEnds() async {
    let scene = ExperimentFixture(document)
    scene.experiments.setPreview(experience: "staging-test", variation: "on")
    let visitor = scene.experiments.context(visitorID: "u1")
    let shown = scene.experiments.decide(for: visitor, isTracked: true) {
      engine, visitor, forced in
      scene.experiments.endPreview()
      let decision = engine.decide("staging-test", for: visitor, forced: forced)
      return (decision, [decision])
    }
    #expect(shown?.variation?.key == "on")
    #expect(scene.reports == [])
    await scene.testing.analytics.close()
  }

  @Test("a variation that one context forces does not affect others")
  func forced() async {
    let scene = ExperimentFixture(document)
    var visitor = scene.experiments.context(visitorID: "u1")
    visitor.forcedVariations = ["staging-test": "on"]
    #expect(visitor.runExperience("staging-test")?.key == "on")
    #expect(visitor.runExperience("cart-test")?.id == "c1")
    #expect(scene.reports == [])
    #expect(scene.experiments.context(visitorID: "u2").runExperience("staging-test") == nil)
    await scene.testing.analytics.close()
  }
}
