import Cairn
import CairnTesting
import Testing

/// Whether the user has decided, and destinations that a decision about categories leaves waiting.
@Suite struct ConsentDecisionTests {
  let scene = ConsentFixture()

  /// A decision of the user.
  enum Decision: CaseIterable, Sendable {
    case granted, denied, pending, category

    func apply(to analytics: Analytics) {
      switch self {
      case .granted: analytics.setConsent(.granted)
      case .denied: analytics.setConsent(.denied)
      case .pending: analytics.setConsent(.pending)
      case .category: analytics.setConsent([.advertising: .denied])
      }
    }
  }

  @Test(
    "a decision is known in later launches, after a reset and an erasure",
    arguments: Decision.allCases)
  func isSet(_ decision: Decision) async throws {
    let first = await scene.launch(.pending)
    #expect(!first.isConsentSet)
    first.setTrackingEnabled(true)
    #expect(!first.isConsentSet)
    decision.apply(to: first)
    #expect(first.isConsentSet)
    first.reset()
    try await first.erase()
    #expect(first.isConsentSet)
    await first.close(flushingForSeconds: 0)
    let second = await scene.launch(.pending)
    #expect(second.isConsentSet)
    await second.close(flushingForSeconds: 0)
  }

  private var warnings: [Diagnostic] {
    scene.said.withLock { $0.filter { $0.code == "consent.uncategorized" } }
  }

  @Test(
    "a granted category leaves a destination without a category waiting, which is logged once",
    arguments: [Consent.pending, .denied])
  func uncategorized(_ standard: Consent) async throws {
    let analytics = await scene.launch(standard)
    analytics.setConsent([.advertising: .denied])
    #expect(warnings.isEmpty)
    for _ in 1...2 { analytics.setConsent([.advertising: .granted, .analytics: .granted]) }
    let line = try #require(warnings.first)
    #expect(warnings.count == 1 && line.level == .warning)
    #expect(line.message.hasPrefix("server: "))
    #expect(line.message.contains("which is \(standard.rawValue)"))
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("nothing is logged when the general consent was granted, by default or by the app")
  func general() async {
    let one = await scene.launch(.granted)
    one.setConsent([.advertising: .granted])
    await one.close(flushingForSeconds: 0)
    let two = await scene.launch(.pending)
    two.setConsent(.granted)
    two.setConsent([.advertising: .granted])
    await two.close(flushingForSeconds: 0)
    #expect(warnings.isEmpty)
  }

  @Test("nothing is logged when each destination has a category")
  func categorized() async {
    let analytics = await scene.launch(.pending) {
      $0.consentCategories["server"] = [.analytics]
    }
    analytics.setConsent([.advertising: .granted, .analytics: .granted])
    #expect(warnings.isEmpty)
    await analytics.close(flushingForSeconds: 0)
  }
}
