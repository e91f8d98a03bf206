import Cairn
import CairnExperiments
import Testing

@Suite struct FeatureTests {
  private static let feature: Value = [
    "id": "6001", "key": "cart-layout",
    "variables": [
      ["key": "columns", "type": "integer"], ["key": "title", "type": "string"],
      ["key": "scale", "type": "float"], ["key": "dense", "type": "boolean"],
      ["key": "theme", "type": "json"], ["key": "broken", "type": "integer"],
    ],
  ]

  private static func change(_ variables: Value) -> Value {
    ["type": "fullStackFeature", "data": ["feature_id": 6_001, "variables_data": variables]]
  }

  private static func experience(_ id: Value, _ variables: Value, weight: Value = 100) -> Value {
    [
      "id": id, "key": id,
      "variations": [["id": "v", "traffic_allocation": weight, "changes": [change(variables)]]],
    ]
  }

  @Test("values of another type are converted, and only invalid numbers are left out")
  func variables() throws {
    let variables: Value = [
      "columns": "2", "title": 7, "scale": "1.5x", "dense": "true", "theme": #"{"dark":true}"#,
      "broken": "px", "undeclared": [1],
    ]
    let engine = try Scene.engine([
      "features": [Self.feature], "experiences": [Self.experience("1", variables)],
    ])
    let feature = engine.feature("cart-layout", for: Scene.visitor()).feature
    #expect(feature.isEnabled)
    #expect(feature.int("columns") == 2)
    #expect(feature.string("title") == "7")
    #expect(feature.double("scale") == 1.5)
    #expect(feature.bool("dense") == true)
    #expect(feature.json("theme") == ["dark": true])
    #expect(feature.json("broken") == nil)
    #expect(feature.json("undeclared") == [1])
    #expect(feature.int("title") == nil)
    #expect(feature.double("columns") == 2)
  }

  @Test(
    "the first experience in the document's order that serves it decides, and no other is evaluated"
  )
  func first() throws {
    let engine = try Scene.engine([
      "features": [Self.feature],
      "experiences": [
        Scene.experience(), Self.experience("1", ["columns": 1], weight: 0),
        Self.experience("2", ["columns": 2]), Self.experience("3", ["columns": 3]),
      ],
    ])
    let found = engine.feature("cart-layout", for: Scene.visitor())
    #expect(found.feature.int("columns") == 2)
    #expect(found.decisions.map(\.experienceKey) == ["1", "2"])
    #expect(found.decisions.map(\.reason) == [.outsideTraffic, nil])
  }

  @Test(
    "a feature is off when no variation has it, when none is served, and when it is not declared"
  )
  func disabled() throws {
    let engine = try Scene.engine(["features": [Self.feature]])
    let off = engine.feature("cart-layout", for: Scene.visitor())
    #expect(off.feature == Feature(key: "cart-layout", id: "6001"))
    #expect(off.decisions.isEmpty)
    let unknown = engine.feature("nothing", for: Scene.visitor()).feature
    #expect(unknown == Feature(key: "nothing"))
    #expect(unknown.status == .disabled)
    #expect(engine.features(for: Scene.visitor()).map(\.feature.key) == ["cart-layout"])
  }

  @Test("the control of a feature's experience is a decision too: it must be counted as seen")
  func control() throws {
    let arms: Value = [
      ["id": "c"], ["id": "v", "traffic_allocation": 0, "changes": [Self.change([:])]],
    ]
    let engine = try Scene.engine([
      "features": [Self.feature], "experiences": [["id": "1", "variations": arms]],
    ])
    let found = engine.feature("cart-layout", for: Scene.visitor())
    #expect(!found.feature.isEnabled)
    #expect(found.decisions.map(\.variation?.id) == ["c"])
  }

  @Test("whole numbers beyond a double keep their digits")
  func great() {
    #expect(VariableType.integer.convert("9007199254740993") == 9_007_199_254_740_993)
    #expect(VariableType.integer.convert("-0x1F") == -31)
    #expect(VariableType.integer.convert("99999999999999999999") == .double(1e20))
    #expect(VariableType.float.convert("-1e3px") == -1_000.0)
    #expect(VariableType.float.convert("5.") == 5.0)
    #expect(VariableType.boolean.convert("") == false)
  }
}
