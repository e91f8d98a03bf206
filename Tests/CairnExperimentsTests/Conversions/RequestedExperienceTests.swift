import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// Experiences that are requested before there is a document.
@Suite struct RequestedExperienceTests {
  @Test("requested experiences are decided when the document arrives, and not reported as seen")
  func decided() async {
    let scene = WaitingFixture(.offline, .document())
    await scene.settle()
    var visitor = scene.context()
    visitor.attributes = ["plan": "pro"]
    #expect(visitor.runExperience("cart-test") == nil)
    #expect(visitor.decide("pro-test").reason == .noDocument)
    scene.context("u2").runExperience("pro-test")
    scene.context().trackConversion("purchase")
    await scene.refresh()
    let state = scene.experiments.visitors.state(of: "u1")
    #expect(state.bucketing == ["71001": "c1", "71002": "710021"])
    #expect(state.exposures == [:])
    #expect(scene.experiments.visitors.state(of: "u2").bucketing == [:])
    #expect(scene.scene.reports == ["u1 9001"])
    #expect(scene.scene.testing.events.last?.properties["bucketing"] == nil)
    // The visitor sees it now.
    visitor.runExperience("cart-test")
    #expect(scene.scene.reports == ["u1 9001", "u1 c1"])
    await scene.analytics.close()
  }

  @Test("all experiences can be requested; a listener gets each variation")
  func all() async {
    let scene = WaitingFixture(.offline, .document())
    await scene.settle()
    #expect(scene.context().runExperiences() == [])
    let events = scene.experiments.events
    await scene.refresh()
    for await event in events {
      guard case .bucketing(let variation, let visitor) = event else { continue }
      #expect(variation.id == "c1" && visitor == "u1")
      break
    }
    #expect(scene.scene.reports == [])
    await scene.analytics.close()
  }

  @Test("requests of a visitor that was reset or erased, or of a preview, are not decided")
  func gone() async throws {
    let scene = WaitingFixture(.offline, .document())
    await scene.settle()
    scene.context("u1").runExperience("cart-test")
    try await scene.analytics.erase()
    let anonymous = scene.analytics.anonymousID
    scene.experiments.context().runExperience("cart-test")
    scene.analytics.reset()
    var preview = scene.context("u3")
    preview.forcedVariations = ["cart-test": "c1"]
    preview.runExperience("cart-test")
    await scene.refresh()
    for visitor in ["u1", anonymous, "u3"] {
      #expect(scene.experiments.visitors.state(of: visitor) == VisitorState())
    }
    await scene.analytics.close()
  }
}
