import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Rules of redaction apply to visitor identifiers in files, in events and in the log.
@Suite final class VisitorRedactionTests: Sendable {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: [RedactionRule]
  }

  static let cases = [
    Case(testDescription: "a pattern, replaced", rules: [.pattern(.email)]),
    Case(testDescription: "a pattern, removed", rules: [.pattern(.email, action: .remove)]),
    Case(
      testDescription: "a pattern, transformed",
      rules: [.pattern(.email, action: .transform { "x\($0.utf8.count)" })]),
    Case(testDescription: "the key userId", rules: [.keys("userId")]),
    Case(
      testDescription: "the key userId, transformed",
      rules: [.keys("userId", action: .transform { "x\($0.utf8.count)" })]),
    Case(testDescription: "the key visitor_id", rules: [.keys("visitor_id")]),
    Case(testDescription: "the key visitorId", rules: [.keys("visitorId", action: .remove)]),
  ]

  private let said = Locked<[String]>([])

  private func scene(_ rules: [RedactionRule], _ storage: TestStorage = TestStorage())
    -> ExperimentFixture
  {
    var configuration = Configuration.quiet
    configuration.redaction = rules
    configuration.diagnostics = { [self] line in said.withLock { $0.append(line.message) } }
    return ExperimentFixture(
      ShopDocument(cart: ["c1": 100]), TestAnalytics(configuration, storage: storage))
  }

  @Test("the identifier is in no file, no event and no line of the log", arguments: cases)
  func nowhere(item: Case) async {
    let scene = scene(item.rules)
    let ids = ["unique.ann@example.com", "unique.bo@example.com"]
    for id in ids {
      let visitor = scene.experiments.context(visitorID: id)
      visitor.runExperience("cart-test")
      visitor.trackConversion("purchase", data: [.amount: 1])
    }
    #expect(scene.testing.storage.files(holding: "unique.") == [])
    #expect(scene.reports.count == 6)
    #expect(!scene.reports.contains { $0.contains("unique.") }, "\(scene.reports)")
    // Different visitors stay distinguishable.
    #expect(Set(scene.testing.events.compactMap { $0.properties["visitor_id"] }).count == 2)
    #expect(!said.withLock { $0 }.contains { $0.contains("unique.") })
    await scene.testing.analytics.close()
  }

  @Test("decisions and reports are known at the next launch nevertheless", arguments: cases)
  func remembered(item: Case) async {
    let scene = scene(item.rules)
    let id = "unique.ann@example.com"
    scene.experiments.context(visitorID: id).runExperience("cart-test")
    scene.experiments.context(visitorID: id).trackConversion("purchase")
    let told = scene.reports
    await scene.testing.analytics.close()
    let next = self.scene(item.rules, scene.testing.storage)
    next.experiments.context(visitorID: id).runExperience("cart-test")
    next.experiments.context(visitorID: id).trackConversion("purchase")
    #expect(next.reports == [])
    next.experiments.context(visitorID: id).trackConversion(
      "purchase", data: [.amount: 1], forceMultipleTransactions: true)
    #expect(
      next.reports.map { $0.split(separator: " ")[0] }
        == told.prefix(1).map { $0.split(separator: " ")[0] })
    await next.testing.analytics.close()
  }

  /// Runs a launch without rules that stores a visitor.
  private func launchWithoutRules(_ id: String) async -> TestStorage {
    let before = scene([])
    before.experiments.context(visitorID: id).runExperience("cart-test")
    await before.testing.analytics.flush()
    await before.testing.analytics.close()
    return before.testing.storage
  }

  @Test("data from before the rules still applies, and is removed from the files")
  func upgrade() async {
    let id = "unique.ann@example.com"
    let storage = await launchWithoutRules(id)
    #expect(storage.files(holding: "unique.", in: "visitors").count == 1)
    let next = scene([.pattern(.email)], storage)
    next.experiments.context(visitorID: id).runExperience("cart-test")
    #expect(next.reports == [])
    // The old file is removed when the new one is on the disk.
    await storage.until { $0.files(holding: "unique.", in: "visitors").isEmpty }
    await next.testing.analytics.close()
  }

  @Test("rules for the anonymous identifier apply to the visitor with that identifier")
  func anonymous() async {
    let scene = scene([.keys("anonymousId", action: .transform { "h\($0.utf8.count)" })])
    scene.experiments.context().runExperience("cart-test")
    let raw = scene.testing.analytics.anonymousID
    #expect(!scene.reports.contains { $0.contains(raw) }, "\(scene.reports)")
    #expect(scene.testing.events.last?.anonymousID == "h36")
    #expect(scene.testing.events.last?.properties["visitor_id"] == "h36")
    #expect(scene.testing.storage.files(holding: raw, in: "visitors") == [])
    await scene.testing.analytics.close()
  }

  @Test("a visitor who is reset is forgotten under the stored name")
  func reset() async {
    let scene = scene([.keys("anonymousId", action: .transform { "h\($0.utf8.count)" })])
    scene.experiments.context().runExperience("cart-test")
    let storage = scene.testing.storage
    #expect(storage.files(holding: "71001", in: "visitors").count == 1)
    scene.testing.analytics.reset()
    await storage.until { $0.files(holding: "71001", in: "visitors").isEmpty }
    await scene.testing.analytics.close()
  }

  @Test("a pattern that a random identifier happens to have does not redact it")
  func chance() async {
    let scene = scene([.pattern(.phoneNumber), .pattern(.creditCard)])
    scene.experiments.context().runExperience("cart-test")
    #expect(scene.reports == ["\(scene.testing.analytics.anonymousID) c1"])
    await scene.testing.analytics.close()
  }

  @Test("a replacement of an identifier is not mistaken for another identifier")
  func settled() async {
    let scene = scene([
      .keys("visitorId", action: .transform { _ in "4111111111111111" }), .pattern(.creditCard),
    ])
    scene.experiments.context(visitorID: "v").runExperience("cart-test")
    #expect(scene.reports == ["4111111111111111 c1"])
    await scene.testing.analytics.close()
  }

  @Test("segments are in files and reports as redacted by the rules")
  func segments() async {
    let scene = scene([.pattern(.email), .keys("country")])
    let visitor = scene.experiments.context(visitorID: "v")
    visitor.setDefaultSegments([.campaign: "unique.ann@example.com", .country: "uniqueland"])
    visitor.setCustomSegments(["unique.bo@example.com"])
    visitor.runExperience("cart-test")
    #expect(scene.testing.storage.files(holding: "unique") == [])
    #expect(!"\(scene.testing.events)".contains("unique"))
    await scene.testing.analytics.close()
  }

  @Test("a card's number is found as a number with a point, too")
  func card() async {
    let scene = scene([.pattern(.creditCard)])
    scene.testing.analytics.track("paid", ["card": .double(4_111_111_111_111_111)])
    #expect(scene.testing.events.last?.properties["card"] != .double(4_111_111_111_111_111))
    #expect(scene.testing.storage.files(holding: "4111111111111111") == [])
    await scene.testing.analytics.close()
  }
}

extension TestStorage {
  /// Returns the files that contain the text, of those whose path contains the part.
  func files(holding text: String, in part: String = "") -> [String] {
    memory.paths(in: "/test", holding: text).filter { part.isEmpty || $0.contains(part) }
  }

  /// Returns when the condition holds; fails when it never does.
  func until(_ isSo: (TestStorage) -> Bool) async {
    #expect(await eventually { isSo(self) })
  }
}
