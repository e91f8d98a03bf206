import Cairn
import CairnExperiments
import CairnTesting
import Testing

@Suite struct LifecycleTests {
  @Test("a late listener gets the first event of each kind, and then new events")
  func late() async {
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]))
    let visitor = scene.experiments.context(
      visitorID: "u1", locationProperties: ["screen": "cart"])
    visitor.runExperience("here-test")
    scene.experiments.context(visitorID: "u2").runExperience("cart-test")
    visitor.trackConversion("purchase")
    let events = scene.experiments.events
    visitor.setDefaultSegments([.country: "PT"])
    scene.experiments.context(visitorID: "u1").runExperience("here-test")
    var names: [String] = []
    for await event in events {
      names.append(event.name)
      if names.count == 6 { break }
    }
    #expect(
      names == [
        "ready", "location.activated", "bucketing", "conversion", "segments",
        "location.deactivated",
      ])
    await scene.testing.analytics.close()
  }

  @Test("another document is announced, and only the first one as ready")
  func update() async throws {
    let network = RecordingTransport(
      .status(200, body: ShopDocument(cart: ["c1": 100]).json),
      .status(200, body: ShopDocument(cart: ["t1": 100]).json))
    let source = HTTPExperimentSource(key: "key", transport: network)
    let scene = ExperimentFixture(ExperimentsConfiguration(source: source))
    try await scene.experiments.ready()
    #expect(scene.experiments.context(visitorID: "u1").decide("cart-test").source == .network)
    var events = scene.experiments.events.makeAsyncIterator()
    // The document exists shortly before its request has ended: a refresh in between waits for that
    // request.
    while network.requests.count < 2 { await scene.experiments.refresh() }
    var names: [String] = []
    while names.last != "config.updated", let event = await events.next() {
      names.append(event.name)
    }
    #expect(names.filter { $0 != "bucketing" } == ["ready", "config.updated"])
    await scene.testing.analytics.close()
  }

  @Test("experiments without references leave nothing with the analytics")
  func gone() async {
    let testing = TestAnalytics(.quiet)
    let engine = testing.analytics.engine
    let before = engine?.companionCount
    for _ in 0..<10 {
      _ = Experiments(
        testing.analytics, ExperimentsConfiguration(document: ShopDocument().bytes))
    }
    #expect(engine?.companionCount == before)
    await testing.analytics.close()
  }

  @Test("the sequence ends with the experiments")
  func end() async throws {
    let testing = TestAnalytics(.quiet)
    var experiments: Experiments? = Experiments(
      testing.analytics, ExperimentsConfiguration(document: ShopDocument().bytes))
    let events = experiments?.events
    try await experiments?.ready()
    experiments = nil
    var names: [String] = []
    if let events { for await event in events { names.append(event.name) } }
    #expect(names == ["ready"])
    await testing.analytics.close()
  }
}
