import Cairn
import CairnExperiments
import CairnTesting
import Testing

/// Two texts that are equal for Swift's `==` but have different code units are two identifiers in
/// every store.
@Suite struct TwinTests {
  static let composed = "Jos\u{E9}"
  static let decomposed = "Jose\u{301}"
  static let twins = [composed, decomposed]

  @Test(
    "each of two twin visitors has its own variation, goals and reports, also in the next launch")
  func visitors() async {
    let scene = ExperimentFixture()
    for number in 0..<40 {
      for twin in Self.twins {
        let id = "\(twin)\(number)"
        let value = Bucketer.value(experienceID: "71001", visitorID: id)
        let visitor = scene.experiments.context(visitorID: id)
        #expect(visitor.runExperience("cart-test")?.id == (value < 5_000 ? "c1" : "t1"))
        #expect(visitor.trackConversion("purchase").eventIDs.count == 1)
        #expect(visitor.trackConversion("purchase").outcome == .alreadyReported)
      }
    }
    #expect(scene.reports.count == 160)
    let next = await scene.relaunch()
    for number in 0..<40 {
      for twin in Self.twins {
        let id = "\(twin)\(number)"
        let value = Bucketer.value(experienceID: "71001", visitorID: id)
        let state = next.experiments.visitors.state(of: id)
        #expect(state.bucketing["71001"] == (value < 5_000 ? "c1" : "t1"))
      }
    }
    await next.testing.analytics.close()
  }

  @Test("forgetting a visitor keeps the state of its twin")
  func forgotten() {
    let shelf = VisitorShelf()
    let store = shelf.open()
    for twin in Self.twins { store.put(twin, "v") }
    store.forget(Self.composed)
    #expect(store.variation(Self.composed) == nil)
    #expect(store.variation(Self.decomposed) == "v")
    let next = shelf.open()
    #expect(next.variation(Self.composed) == nil)
    #expect(next.variation(Self.decomposed) == "v")
  }

  @Test("twin experiences, goals, variations and segments of a document are stored separately")
  func documents() throws {
    let shelf = VisitorShelf()
    let store = shelf.open()
    store.change("v") { state in
      for (number, twin) in Self.twins.enumerated() {
        state.bucketing[twin] = "\(number)"
        state.exposures[twin] = "\(number)"
        state.goals.insert(CodeUnitKey(twin))
        state.locations.insert(CodeUnitKey(twin))
      }
    }
    for state in [store.state(of: "v"), shelf.open().state(of: "v")] {
      for (number, twin) in Self.twins.enumerated() {
        #expect(state.bucketing[twin] == "\(number)")
        #expect(state.exposures[twin] == "\(number)")
      }
      #expect(state.goals.count == 2)
      #expect(state.locations.count == 2)
    }
    // Replacing one by the other is a change.
    store.change("w") { $0.bucketing["e"] = Self.composed }
    store.change("w") { $0.bucketing["e"] = Self.decomposed }
    #expect(
      shelf.open().variation("w")?.unicodeScalars.count == Self.decomposed.unicodeScalars.count)
  }

  @Test("experiences whose ids are twins are decided and forced separately")
  func experiences() throws {
    let arms: Value = [
      ["id": "a", "key": "a", "traffic_allocation": 100],
      ["id": "b", "key": "b", "traffic_allocation": 0],
    ]
    let document = try Scene.document([
      "experiences": .array(
        Self.twins.map { ["id": .string($0), "key": .string($0), "variations": arms] })
    ])
    let engine = DecisionEngine(document)
    let decisions = engine.decideAll(
      for: Scene.visitor(), forced: [CodeUnitKey(Self.composed): "b"])
    #expect(decisions.map { $0.variation?.id } == ["b", "a"])
    var visitor = Scene.visitor()
    visitor.state.bucketing[Self.composed] = "b"
    #expect(engine.decideAll(for: visitor).map { $0.variation?.id } == ["b", "a"])
  }

  @Test("twin custom segments are stored separately")
  func segments() async {
    let scene = ExperimentFixture()
    let visitor = scene.experiments.context(visitorID: "v")
    visitor.setCustomSegments(Self.twins)
    #expect(scene.experiments.visitors.state(of: "v").customSegments.count == 2)
    await scene.testing.analytics.close()
  }

  @Test("concurrent threads with twin visitors mix nothing up")
  func threads() async {
    let scene = ExperimentFixture()
    await Threads.run(Array(0..<8)) { thread in
      for number in 0..<10 {
        let id = "\(Self.twins[thread % 2])\(number)"
        let visitor = scene.experiments.context(visitorID: id)
        visitor.runExperience("cart-test")
        visitor.trackConversion("purchase")
      }
    }
    #expect(scene.reports.count == 40)
    for twin in Self.twins {
      for number in 0..<10 {
        let value = Bucketer.value(experienceID: "71001", visitorID: "\(twin)\(number)")
        let state = scene.experiments.visitors.state(of: "\(twin)\(number)")
        #expect(state.bucketing["71001"] == (value < 5_000 ? "c1" : "t1"))
        #expect(state.goals.count == 1)
      }
    }
    await scene.testing.analytics.close()
  }
}
