import Cairn
import CairnExperiments
import Testing

@Suite struct BucketerTests {
  @Test(
    "the hash is MurmurHash3 for x86",
    arguments: [
      ("testString", 9_999, 2_241_850_228), ("", 9_999, 3_523_940_263), ("hello", 0, 613_153_351),
      ("a", 9_999, 1_551_580_458),
    ] as [(String, UInt32, UInt32)])
  func hash(text: String, seed: UInt32, expected: UInt32) {
    #expect(MurmurHash3.hash(text, "", seed: seed) == expected)
    #expect(MurmurHash3.hash("", text, seed: seed) == expected)
  }

  @Test("the ids are hashed one after the other, without a separator")
  func noSeparator() {
    #expect(Bucketer.value(experienceID: "exp_1", visitorID: "visitor_001") == 2_987)
    #expect(
      Bucketer.value(experienceID: "1", visitorID: "23")
        == Bucketer.value(experienceID: "12", visitorID: "3"))
  }

  @Test("a hash's value is its share of the range, exactly")
  func value() {
    #expect(Bucketer.value(hash: 0) == 0)
    #expect(Bucketer.value(hash: .max) == 9_999)
    #expect(Bucketer.value(hash: 1 << 31) == 5_000)
  }

  @Test("arms are in the order of the document, not of their ids")
  func order() throws {
    let arms = try arms([
      ["id": "200", "traffic_allocation": 10], ["id": "30", "traffic_allocation": 10],
    ])
    #expect(Bucketer.arm(of: arms, at: 0, layout: .packed) == 0)
    #expect(Bucketer.arm(of: arms, at: 1_000, layout: .packed) == 1)
  }

  @Test("three thirds include every visitor")
  func thirds() throws {
    let third: Value = 33.333
    let arms = try arms(
      ["a", "b", "c"].map { ["id": .string($0), "traffic_allocation": third] })
    #expect(Bucketer.arm(of: arms, at: 9_999, layout: .packed) == 2)
  }

  @Test("a missing weight means all, null and invalid values mean none")
  func weights() throws {
    let arms = try arms([
      ["id": "null", "traffic_allocation": nil], ["id": "damaged", "traffic_allocation": "a lot"],
      ["id": "text", "traffic_allocation": "40"], ["id": "absent"],
    ])
    #expect(arms.map(\.weight) == [0, 0, 40, 100])
    #expect(arms.map(\.isActive) == [false, false, true, true])
  }

  @Test("growth moves visitors between packed arms, and none between anchored ones")
  func growth() throws {
    func choices(_ percent: Int, _ layout: BucketLayout) throws -> [Int?] {
      let arms = try arms(
        ["a", "b", "c"].map {
          ["id": .string($0), "traffic_allocation": .double(Double(percent) / 3)]
        })
      return (0..<10_000).map { Bucketer.arm(of: arms, at: $0, layout: layout) }
    }
    func moved(_ layout: BucketLayout) throws -> Int {
      zip(try choices(15, layout), try choices(60, layout)).count { $0 != nil && $0 != $1 }
    }
    #expect(try moved(.anchored) == 0)
    #expect(try moved(.packed) > 0)
  }

  @Test(
    "versions above 11 are anchored, whether numbers or text",
    arguments: [
      (nil, .packed), (11, .packed), ("11", .packed), ("draft", .packed), (nil as Value, .packed),
      (12, .anchored), ("12", .anchored), (11.5, .anchored), (" 12 ", .anchored),
    ] as [(Value?, BucketLayout)])
  func layout(version: Value?, expected: BucketLayout) {
    #expect(BucketLayout(version: version) == expected)
  }

  private func arms(_ parts: [Value]) throws -> [Arm] {
    let document = try Scene.document([
      "experiences": [Scene.experience(["variations": .array(parts)])]
    ])
    return try #require(document.experiences.first).arms
  }
}
