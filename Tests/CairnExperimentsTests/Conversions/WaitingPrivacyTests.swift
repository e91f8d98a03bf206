import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Consent, erasure and redaction apply to conversions that wait.
@Suite struct WaitingPrivacyTests {
  @Test("an erasure removes waiting conversions, and they are not reported later")
  func erase() async throws {
    let first = WaitingFixture()
    await first.settle()
    first.context().trackConversion("purchase")
    #expect(try first.files().count == 1)
    try await first.analytics.erase()
    #expect(first.waiting == 0)
    #expect(try first.files() == [])
    let next = await first.relaunch(.document())
    #expect(next.scene.reports == [])
    await next.analytics.close()
  }

  @Test("without consent a conversion is refused and nothing is stored")
  func denied() async throws {
    let scene = WaitingFixture()
    await scene.settle()
    scene.analytics.setConsent(.denied)
    #expect(scene.context().trackConversion("purchase").outcome == .refused)
    #expect(scene.waiting == 0)
    #expect(try scene.files() == [])
    #expect(scene.analytics.ledger().refused[.consentDenied] == 1)
    await scene.analytics.close()
  }

  @Test("with tracking off, or in a preview, nothing is stored")
  func quiet() async throws {
    let scene = WaitingFixture()
    await scene.settle()
    scene.experiments.setTrackingEnabled(false)
    #expect(scene.context().trackConversion("purchase").outcome == .trackingDisabled)
    scene.experiments.setTrackingEnabled(true)
    scene.experiments.setPreview(experience: "cart-test", variation: "t1")
    #expect(scene.context().trackConversion("purchase").outcome == .preview)
    scene.experiments.endPreview()
    var forced = scene.context()
    forced.forcedVariations = ["cart-test": "t1"]
    #expect(forced.trackConversion("purchase").outcome == .preview)
    #expect(try scene.files() == [])
    await scene.analytics.close()
  }

  @Test(
    "a reset keeps a waiting conversion of the former visitor, and stores no state of that visitor")
  func reset() async {
    let first = WaitingFixture()
    await first.settle()
    let before = first.analytics.anonymousID
    first.experiments.context().trackConversion("purchase")
    first.analytics.reset()
    #expect(first.experiments.context().trackConversion("purchase").outcome == .waitsForDocument)
    let after = first.analytics.anonymousID
    let next = await first.relaunch(.document())
    #expect(Set(next.scene.reports) == ["\(before) 9001", "\(after) 9001"])
    let events = next.scene.testing.events.filter { $0.name == "Goal Completed" }
    #expect(events.allSatisfy { $0.properties["visitor_id"] == .string($0.anonymousID) })
    #expect(next.experiments.visitors.state(of: before) == VisitorState())
    #expect(next.experiments.visitors.state(of: after).goals == ["9001"])
    await next.analytics.close()
  }

  @Test("data that a redaction rule hides is in no file, and the report has the redacted data")
  func redaction() async throws {
    var configuration = Configuration.quiet
    configuration.redaction = [
      .keys("transactionId", action: .remove), .keys("visitorId", action: .remove),
      .keys("email", action: .replace()),
    ]
    let first = WaitingFixture(on: TestAnalytics(configuration))
    await first.settle()
    first.context("ann@shop.example").trackConversion(
      "purchase", data: [.amount: 5, .transactionID: "T-SECRET"],
      ruleData: ["email": "ann@shop.example"])
    for path in try first.files() {
      let file = try OpenFile(path, .read, in: first.scene.testing.storage.memory)
      let text = String(decoding: try file.read(1 << 20, at: 0), as: UTF8.self)
      #expect(text.contains("purchase"))
      #expect(!text.contains("SECRET") && !text.contains("ann@"))
    }
    let next = await first.relaunch(.document())
    let event = next.scene.testing.events.last { $0.name == "Goal Completed" }
    #expect(event?.properties["goal_data"] == ["amount": 5])
    // The goal counts as reported for the visitor.
    #expect(
      next.context("ann@shop.example").trackConversion("purchase").outcome == .alreadyReported)
    await next.analytics.close()
  }
}
