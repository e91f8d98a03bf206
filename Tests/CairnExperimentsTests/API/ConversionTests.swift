import Cairn
import CairnExperiments
import CairnTesting
import Testing

@Suite struct ConversionTests {
  @Test("a goal is reported once a visitor, across launches; with data as another event")
  func once() async {
    let scene = ExperimentFixture(ShopDocument(cart: ["c1": 100]))
    let visitor = scene.experiments.context(visitorID: "u1")
    visitor.runExperience("cart-test")
    #expect(visitor.trackConversion("purchase", data: [.amount: 19.9]).eventIDs.count == 2)
    #expect(visitor.trackConversion("purchase", data: [.amount: 19.9]).outcome == .alreadyReported)
    scene.experiments.context(visitorID: "u2").trackConversion("purchase")
    #expect(scene.reports == ["u1 c1", "u1 9001", "u1 9001…", "u2 9001"])
    #expect(scene.testing.events[1].name == "Goal Completed")
    #expect(scene.testing.events[1].properties["bucketing"] == ["71001": "c1"])
    #expect(scene.testing.events[2].properties["goal_data"] == ["amount": 19.9])
    let second = await scene.relaunch()
    second.experiments.context(visitorID: "u1").trackConversion("purchase")
    #expect(second.reports == [])
    await second.testing.analytics.close()
  }

  @Test("forced transactions are reported with only their data, each as a separate report")
  func forced() async {
    let scene = ExperimentFixture()
    let visitor = scene.experiments.context(visitorID: "u1")
    for amount in [1, 2] {
      visitor.trackConversion(
        "purchase", data: [.amount: .int(amount)], forceMultipleTransactions: true)
    }
    visitor.trackConversion(
      "purchase", data: [.amount: 3, .transactionID: "T-1"], forceMultipleTransactions: true)
    visitor.trackConversion(
      "purchase", data: [.amount: 3, .transactionID: "T-1"], forceMultipleTransactions: true)
    visitor.trackConversion("purchase", forceMultipleTransactions: true)
    #expect(scene.reports == ["u1 9001"] + [String](repeating: "u1 9001…", count: 4))
    // The reports are the first conversion, its data, and the transaction twice; a report without a
    // transaction counts each time.
    #expect(scene.keys.count == 4)
    #expect(Set(scene.keys).count == 3)
    await scene.testing.analytics.close()
  }

  @Test("a number as a transaction's identifier equals its text")
  func numericTransaction() async {
    let scene = ExperimentFixture()
    let visitor = scene.experiments.context(visitorID: "u1")
    for id: Value in [1_001, 1_001.0, "1001", 1_002, 1.5] {
      visitor.trackConversion(
        "purchase", data: [.amount: 3, .transactionID: id], forceMultipleTransactions: true)
    }
    // The reports are the first conversion, and three transactions in five reports.
    #expect(scene.keys.count == 6)
    #expect(Set(scene.keys).count == 4)
    await scene.testing.analytics.close()
  }

  @Test(
    "an unknown goal, or one whose rules do not match, is not reported and not marked as reported")
  func rules() async {
    let scene = ExperimentFixture()
    let visitor = scene.experiments.context(visitorID: "u1")
    #expect(visitor.trackConversion("nothing").outcome == .unknownGoal)
    #expect(visitor.trackConversion("signup", ruleData: ["plan": "free"]).outcome == .rulesNotMet)
    #expect(visitor.trackConversion("signup", ruleData: ["plan": "pro"]).eventIDs.count == 1)
    #expect(visitor.trackConversion("signup").outcome == .alreadyReported)
    #expect(scene.reports == ["u1 9002"])
    await scene.testing.analytics.close()
  }

  @Test("data that the service does not take are left out, and the conversion is reported")
  func data() async {
    let scene = ExperimentFixture()
    let short = Value.string(String(repeating: "x", count: 32))
    let long = String(repeating: "x", count: 33)
    scene.experiments.context(visitorID: "u1").trackConversion(
      "purchase",
      data: [
        .amount: .double(.nan), .productsCount: true, .customDimension1: ["a", short],
        .customDimension2: ["a", .string(long)], .transactionID: .string(long),
      ])
    #expect(scene.reports == ["u1 9001", "u1 9001…"])
    #expect(
      scene.testing.events.last?.properties["goal_data"] == [
        "customDimension1": ["a", short], "transactionId": .string(long),
      ])
    await scene.testing.analytics.close()
  }

  @Test("a goal is remembered by its id, whatever its key becomes")
  func renamed() async {
    let scene = ExperimentFixture()
    scene.experiments.context(visitorID: "u1").trackConversion("purchase")
    let second = await scene.relaunch(ShopDocument(goal: "bought"))
    #expect(
      second.experiments.context(visitorID: "u1").trackConversion("bought").outcome
        == .alreadyReported)
    await second.testing.analytics.close()
  }
}
