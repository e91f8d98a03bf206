import Cairn
import CairnExperiments
import Testing

@Suite struct DecisionEngineTests {
  private static let elsewhere: [String: Value] = ["screen": "cart"]

  @Test("the same visitor always gets the same variation")
  func same() throws {
    let decision = try Scene.engine().decide("cart", for: Scene.visitor())
    #expect(decision.variation?.experienceID == "71001")
    #expect(decision == (try Scene.engine().decide("cart", for: Scene.visitor())))
    #expect(decision.source == .given)
    #expect(decision.changes.variationID == decision.variation?.id)
  }

  @Test("a decision has the reason why there is no variation")
  func reasons() throws {
    func reason(_ experience: [String: Value], _ parts: [String: Value] = [:]) throws
      -> DecisionReason?
    {
      let all = parts.merging(["experiences": [Scene.experience(experience)]]) { $1 }
      let engine = DecisionEngine(try Scene.document(all), environment: "production")
      return engine.decide("cart", for: Scene.visitor()).reason
    }
    let audiences: [String: Value] = [
      "audiences": [["id": "1", "rules": Scene.rules("plan", "pro")]],
      "segments": [["id": "2"]],
      "locations": [["id": "3", "rules": Scene.rules("screen", "home")]],
    ]
    #expect(try reason(["key": "other"]) == .unknownExperience)
    #expect(try reason([:], ["archived_experiences": [71_001]]) == .archived)
    #expect(try reason(["environment": "staging"]) == .otherEnvironment)
    #expect(try reason(["environments": ["staging", "test"]]) == .otherEnvironment)
    #expect(try reason(["locations": ["3"]], audiences) == .locationMismatch)
    #expect(try reason(["audiences": ["1"]], audiences) == .audienceMismatch)
    #expect(try reason(["audiences": ["2"]], audiences) == .segmentMismatch)
    #expect(try reason(["variations": []]) == .noVariations)
    #expect(try reason(["variations": [["id": "a", "traffic_allocation": 0]]]) == .outsideTraffic)
    #expect(try reason(["environments": ["staging", "production"]]) == nil)
  }

  @Test("a name that is repeated in a list is evaluated once")
  func repeatedNames() throws {
    let engine = try Scene.engine([
      "audiences": [["id": "1", "key": "pro", "rules": Scene.rules("plan", "pro")]],
      "locations": [["id": "3", "key": "home", "rules": Scene.rules("screen", "home")]],
      "segments": [["id": "2"]],
      "experiences": [
        Scene.experience([
          "audiences": ["1", "2", "1", "2", "none", "1"], "locations": ["3", "3", "3"],
        ])
      ],
    ])
    let experience = try #require(engine.document.experience(key: "cart"))
    #expect(experience.audiences.map(\.id) == ["1"] && experience.segmentIDs == ["2"])
    var visitor = Scene.visitor("shopper-1", ["plan": "pro"])
    visitor.locationProperties = ["screen": "home"]
    visitor.state.customSegments = ["2"]
    let (decision, explanation) = engine.explain("cart", for: visitor)
    #expect(decision.reason == nil && decision.changes.activated == ["3"])
    #expect(explanation.steps.contains { $0.text.hasPrefix("1 of 1 audiences") })
  }

  @Test("the first reason in the order of the reference counts")
  func order() throws {
    let engine = DecisionEngine(
      try Scene.document([
        "archived_experiences": ["71001"],
        "experiences": [Scene.experience(["environment": "staging", "locations": ["none"]])],
      ]), environment: "production")
    #expect(engine.decide("cart", for: Scene.visitor()).reason == .archived)
  }

  @Test("a decision stays while the variation exists, whatever its weight becomes")
  func sticky() throws {
    var visitor = Scene.visitor()
    visitor.state.bucketing = ["71001": "t1"]
    let stopped: Value = [
      ["id": "c1"], ["id": "t1", "status": "stopped", "traffic_allocation": 0],
    ]
    let kept = try Scene.engine([
      "experiences": [Scene.experience(["variations": stopped])]
    ]).decide("cart", for: visitor)
    #expect(kept.variation?.id == "t1")
    #expect(kept.source == .sticky)
    #expect(kept.changes.isEmpty)
    let gone = try Scene.engine([
      "experiences": [Scene.experience(["variations": [["id": "c1"]]])]
    ]).decide("cart", for: visitor)
    #expect(gone.variation?.id == "c1")
    #expect(gone.source == .given)
  }

  @Test("a stored visitor must still match the audiences, but not permanent ones")
  func storedAndAudiences() throws {
    func decision(_ type: Value) throws -> Decision {
      var visitor = Scene.visitor("shopper-1", ["plan": "free"])
      visitor.state.bucketing = ["71001": "t1"]
      return try Scene.engine([
        "audiences": [["id": "1", "type": type, "rules": Scene.rules("plan", "pro")]],
        "experiences": [Scene.experience(["audiences": ["1"]])],
      ]).decide("cart", for: visitor)
    }
    #expect(try decision("transient").reason == .audienceMismatch)
    #expect(try decision("permanent").variation?.id == "t1")
  }

  @Test("a forced variation leaves no trace, and an unknown one forces nothing")
  func forced() throws {
    var visitor = Scene.visitor()
    visitor.state.bucketing = ["71001": "c1"]
    let engine = try Scene.engine()
    let decision = engine.decide("cart", for: visitor, forced: ["71001": "t1"])
    #expect(decision.variation?.key == "compact")
    #expect(decision.source == .forced)
    #expect(decision.changes.isEmpty)
    #expect(engine.decide("cart", for: visitor, forced: ["71001": "x"]).source == .sticky)
    #expect(engine.decide("cart", for: visitor, forced: ["70000": "t1"]).source == .sticky)
  }

  @Test("a forced variation does not make a location active")
  func forcedPlace() throws {
    let engine = try Scene.engine([
      "locations": [["id": "3", "rules": Scene.rules("screen", "cart")]],
      "experiences": [Scene.experience(["locations": ["3"]])],
    ])
    let visitor = Visitor("shopper-1", locationProperties: Self.elsewhere)
    #expect(engine.decide("cart", for: visitor, forced: ["71001": "t1"]).changes.isEmpty)
    #expect(engine.decide("cart", for: visitor).changes.activated == ["3"])
  }

  @Test("a location becomes active once, and ceases to be when the visitor leaves")
  func locations() throws {
    let engine = try Scene.engine([
      "locations": [
        ["id": "3", "rules": Scene.rules("screen", "cart")],
        ["id": "4", "rules": Scene.rules("screen", "home")],
      ],
      "experiences": [Scene.experience(["locations": ["3", "4"]])],
    ])
    var visitor = Visitor("shopper-1", locationProperties: Self.elsewhere)
    visitor.state.locations = ["4"]
    let first = engine.decide("cart", for: visitor)
    #expect(first.changes.activated == ["3"])
    #expect(first.changes.deactivated == ["4"])
    first.store(in: &visitor.state)
    #expect(visitor.state.locations == ["3"])
    #expect(engine.decide("cart", for: visitor).changes.isEmpty)
    visitor.locationProperties = ["screen": "help"]
    let left = engine.decide("cart", for: visitor)
    #expect(left.reason == .locationMismatch)
    #expect(left.changes.deactivated == ["3"])
  }

  @Test(
    "without a known location nothing is served; with an empty one, only unbound experiences"
  )
  func unknownPlace() throws {
    let engine = try Scene.engine()
    #expect(engine.decide("cart", for: Visitor("shopper-1")).reason == .locationMismatch)
    #expect(engine.decide("cart", for: Scene.visitor()).variation != nil)
  }

  @Test("a visitor is in only one of two exclusive experiences, even if both are decided together")
  func exclusion() throws {
    let rule: Value = [
      "rule_type": "bucketed_into_experience_key", "value": "cart",
      "matching": ["match_type": "equals", "negated": true],
    ]
    let engine = try Scene.engine([
      "audiences": [["id": "1", "rules": ["OR": [["AND": [["OR_WHEN": [rule]]]]]]]],
      "experiences": [
        Scene.experience(), Scene.experience(["id": "71002", "key": "late", "audiences": ["1"]]),
      ],
    ])
    let decisions = engine.decideAll(for: Scene.visitor())
    #expect(decisions.map(\.reason) == [nil, .audienceMismatch])
    // Reading the decision does not assign the other variation.
    #expect(engine.decide("late", for: Scene.visitor()).variation != nil)
  }

  @Test("segments apply to visitors whose own rules match, not to those listed after a match")
  func segments() throws {
    let document = try Scene.document([
      "segments": [
        [
          "id": "1", "key": "spenders",
          "rules": Scene.rules("spend", 100, operator: "less", not: true),
        ],
        ["id": "2", "key": "tourists", "rules": Scene.rules("country", "PT", not: true)],
      ]
    ])
    let attributes: [String: Value] = ["spend": 250, "country": "PT"]
    #expect(document.segments(["spenders", "tourists"], matching: attributes) == ["1"])
  }

  @Test("an explanation has each step with its values, and leads to the same decision")
  func explanation() throws {
    let engine = try Scene.engine([
      "audiences": [["id": "1", "key": "pro", "rules": Scene.rules("plan", "pro")]],
      "experiences": [Scene.experience(["audiences": ["1"]])],
    ])
    let visitor = Scene.visitor("shopper-1", ["plan": "free"])
    let (decision, explanation) = engine.explain("cart", for: visitor)
    #expect(decision == engine.decide("cart", for: visitor))
    #expect(
      explanation.steps == [
        .init(depth: 0, text: "audience pro", isPassed: nil),
        .init(depth: 1, text: "plan equals \"pro\"; it is \"free\"", isPassed: false),
        .init(depth: 0, text: "0 of 1 audiences match; one is required", isPassed: false),
      ])
  }
}
