import Cairn
import CairnExpectations
import Foundation
import Testing

/// The code of the article Recipes about the user, consent and sessions.
@Suite struct UserRecipesTests {
  let testing = TestAnalytics()
  var analytics: Analytics { testing.analytics }

  @Test func anonymousToKnown() {
    analytics.track("Product Viewed", ["sku": "A-1"])  // no user
    analytics.identify("user-42", traits: ["plan": "pro"])
    analytics.track("Order Completed", ["total": 99])  // user-42

    #expect(testing.events.map(\.userID) == [nil, "user-42", "user-42"])
    #expect(Set(testing.events.map(\.anonymousID)).count == 1)
  }

  @Test func groups() {
    analytics.group("acme", type: "company", traits: ["plan": "enterprise"])
    analytics.group("checkout", type: "team")
    analytics.track("Report Opened")  // context.groups: {"company": "acme", "team": "checkout"}
    analytics.leaveGroup(type: "team")

    let contexts = testing.events.map { $0.context["groups"] }
    #expect(contexts.last == ["company": "acme", "team": "checkout"])
    #expect(analytics.groups == ["company": "acme"])
  }

  @Test func logout() {
    analytics.identify("user-42")
    analytics.superProperties.register(["plan": "pro"])
    let before = analytics.anonymousID
    analytics.track("Logged Out")  // still user-42
    analytics.reset()
    analytics.track("Login Viewed")  // no user, and a new anonymous identifier

    #expect(testing.events.map(\.userID) == ["user-42", "user-42", nil])
    #expect(analytics.anonymousID != before)
    testing.expectTracked("Login Viewed", [:], matching: .exactly)
  }

  @Test func optIn() async {
    var configuration = Configuration(destinations: [])
    configuration.defaultConsent = .pending
    let testing = TestAnalytics(configuration)
    let analytics = testing.analytics
    var questions = 0
    func ask() { questions += 1 }
    if !analytics.isConsentSet { ask() }
    analytics.track("App Opened")
    let pending = await analytics.flush()
    #expect(pending.destinations.first?.problem == "waits for consent")
    answer(true, analytics)
    if !analytics.isConsentSet { ask() }
    #expect(questions == 1)
    await analytics.flush()
    #expect(testing.destination.acceptedEvents.count == 1)
    answer(false, analytics)
    #expect(analytics.track("Product Viewed") == nil)
    #expect(analytics.ledger().refused == [.consentDenied: 1])
  }

  private func answer(_ isAccepted: Bool, _ analytics: Analytics) {
    analytics.setConsent(isAccepted ? .granted : .denied)
  }

  @Test func trackingSwitch() async {
    analytics.track("Product Viewed")
    analytics.setTrackingEnabled(false)

    #expect(analytics.track("Product Viewed") == nil)
    #expect(await analytics.flush().isComplete)
    #expect(testing.destination.acceptedEvents.count == 1)
  }

  @Test func erasure() async throws {
    analytics.identify("user-42")
    testing.destination.isOffline = true
    await analytics.flush()
    do {
      try await analytics.erase()
    } catch let error as ErasureError {
      log(error.detail)  // The SDK retries, and sends nothing until the data is removed.
    }

    #expect(analytics.userID == nil)
    let row = try #require(analytics.ledger().destinations.first)
    #expect(row.dropped == [.erased: 1])
  }

  private func log(_ text: String) {}

  @Test func session() {
    var configuration = Configuration(destinations: [])
    configuration.sessionTimeout = 15 * 60
    let testing = TestAnalytics(configuration)
    testing.analytics.track("Product Viewed")
    let first = testing.analytics.sessionID
    testing.clock.advance(bySeconds: 901)
    testing.analytics.track("Product Viewed")
    #expect(first != nil && testing.analytics.sessionID != first)
    testing.expectTracked(only: [
      "Session Started", "Product Viewed", .track("Session Ended", ["reason": "timeout"]),
      "Session Started", "Product Viewed",
    ])
  }

  @Test func link() throws {
    let url = try #require(
      URL(string: "https://shop.example/tents?utm_source=letter&utm_campaign=spring&token=1"))
    analytics.openURL(url)

    testing.expectTracked(
      "Deep Link Opened", ["path": "/tents", "query": ["utm_source": "letter"]])
    let event = try #require(testing.events.first)
    #expect(event.properties["query"]?["token"] == nil)
  }
}
