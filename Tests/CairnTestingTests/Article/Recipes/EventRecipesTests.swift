import Cairn
import CairnExpectations
import Foundation
import Testing

struct OrderCompleted: TypedEvent, Encodable {
  static let name = "Order Completed"
  var orderID: String
  var total: Decimal
}

struct TenantEnricher: Enricher {
  let tenant: String

  func enrich(_ event: inout Event) { event.context["tenant"] = Value(tenant) }
}

struct HeartbeatFilter: EventInspector {
  func inspect(_ event: Event) -> ValidationIssue? {
    event.name == "Heartbeat" ? ValidationIssue("heartbeats are not recorded", refuses: true) : nil
  }
}

/// The code of the article Recipes that records events.
@Suite struct EventRecipesTests {
  let testing = TestAnalytics()
  var analytics: Analytics { testing.analytics }

  @Test func typedEvent() {
    analytics.track(OrderCompleted(orderID: "A-1", total: 39.95))

    testing.expectTracked(only: [
      .track("Order Completed", ["orderID": "A-1", "total": 39.95], matching: .exactly)
    ])
  }

  @Test func variables() {
    let (sku, price, tags) = ("A-1", Decimal(19.5), ["new", "sale"])
    let coupon: String? = nil
    analytics.track(
      "Product Viewed", ["sku": sku, "price": price, "tags": tags, "coupon": coupon, "count": 2])

    testing.expectTracked(
      "Product Viewed",
      ["sku": "A-1", "price": 19.5, "tags": ["new", "sale"], "coupon": nil, "count": 2],
      matching: .exactly)
  }

  @Test func encodable() {
    struct Search: Encodable {
      var text: String
      var results: Int
    }
    analytics.track("Search Made", properties: Search(text: "tent", results: 12))

    testing.expectTracked("Search Made", ["text": "tent", "results": 12], matching: .exactly)
  }

  @Test func timedEvent() {
    analytics.startEvent("Import", maximumSeconds: 3_600)
    // …
    analytics.endEvent("Import", ["files": 12])

    testing.expectTracked("Import", ["files": 12])
    #expect(testing.events.last?.properties["duration"] != nil)
  }

  @Test func duration() async {
    let duration = await ContinuousClock().measure { await upload() }
    analytics.track("Photo Uploaded", ["seconds": duration / .seconds(1)])

    testing.expectTracked("Photo Uploaded")
  }

  private func upload() async {}

  @Test func superProperties() {
    analytics.superProperties.register(["plan": "pro"])
    analytics.track("Report Opened", ["pages": 3])  // pages: 3, plan: pro

    testing.expectTracked("Report Opened", ["pages": 3, "plan": "pro"], matching: .exactly)
  }

  @Test func enricher() throws {
    var configuration = Configuration(destinations: [])
    configuration.enrichers = [TenantEnricher(tenant: "acme")]
    let testing = TestAnalytics(configuration)
    testing.analytics.track("Report Opened")
    let event = try #require(testing.expectTracked("Report Opened"))
    #expect(event.context["tenant"] == "acme")
  }

  @Test func beforeRecord() {
    var configuration = Configuration(destinations: [])
    configuration.beforeRecord = { event in
      if event.name == "Heartbeat" { return nil }
      var event = event
      event.properties["email"] = nil
      return event
    }
    let testing = TestAnalytics(configuration)
    #expect(testing.analytics.track("Heartbeat") == nil)
    testing.analytics.track("Signed Up", ["email": "a@example.com", "plan": "pro"])
    testing.expectTracked(only: [.track("Signed Up", ["plan": "pro"], matching: .exactly)])
    #expect(testing.analytics.ledger().refused == [.droppedByApp: 1])
    #expect("\(testing.analytics.ledger())".hasSuffix("refused: droppedByApp 1"))
  }

  /// The model of a screen: the view shows it, and calls its functions.
  struct ProductModel {
    let sku: String
    let analytics: Analytics

    func appeared() { analytics.screen("Product", ["sku": sku]) }
    func buy() { analytics.track("Buy Tapped", ["sku": sku]) }
  }

  @Test func testOfAScreen() {
    let testing = TestAnalytics()
    let screen = ProductModel(sku: "A-1", analytics: testing.analytics)
    screen.appeared()
    screen.buy()

    testing.expectTracked(only: [
      .screen("Product", ["sku": "A-1"]), .track("Buy Tapped", ["sku": "A-1"]),
    ])
  }

  @Test func inspector() {
    var configuration = Configuration(destinations: [])
    configuration.inspectors = [HeartbeatFilter()]
    let testing = TestAnalytics(configuration)
    #expect(testing.analytics.track("Heartbeat") == nil)
    testing.expectNothingTracked()
    #expect(testing.analytics.ledger().refused == [.rejectedByInspector: 1])
  }

  @Test func record() async throws {
    do {
      try await analytics.record("Order Completed", ["total": 99])
    } catch let error as AnalyticsError where error.code == .notDurable {
      // The event is recorded, but a loss of power may still lose it.
    } catch let error as AnalyticsError {
      // The event is not recorded; `error.refusal` says why.
      print(error)
    }

    testing.expectTracked("Order Completed", ["total": 99])
  }

  struct TeamAnalytics {
    let team: String
    let analytics: Analytics

    func track(_ name: String, _ properties: [String: Value] = [:]) {
      let own: [String: Value] = ["team": Value(team)]
      analytics.track("\(team) \(name)", properties.merging(own) { $1 })
    }
  }

  @Test func teams() {
    TeamAnalytics(team: "Checkout", analytics: analytics).track("Step Viewed", ["step": 1])
    testing.expectTracked("Checkout Step Viewed", ["step": 1, "team": "Checkout"])
  }

  func recordOpenedPush(_ userInfo: [AnyHashable: Any], _ analytics: Analytics) {
    let campaign = userInfo["campaign_id"] as? String
    analytics.track("Push Notification Tapped", ["campaign_id": campaign])
    if let link = (userInfo["link"] as? String).flatMap(URL.init(string:)) {
      analytics.openURL(link)  // Deep Link Opened, with its campaign
    }
  }

  @Test func push() {
    recordOpenedPush(
      ["campaign_id": "c7", "link": "shop://sale?utm_source=push&utm_campaign=spring"], analytics)
    testing.expectTracked("Push Notification Tapped", ["campaign_id": "c7"])
    #expect(testing.events.map(\.name) == ["Push Notification Tapped", "Deep Link Opened"])
  }

  func advertisingPermissionChanged(to identifier: UUID?, _ analytics: Analytics) {
    if let identifier {
      analytics.superProperties.register(["idfa": identifier])
    } else {
      analytics.superProperties.unregister("idfa")
    }
  }

  @Test func advertisingIdentifier() {
    let identifier = UUID()
    advertisingPermissionChanged(to: identifier, analytics)
    #expect(analytics.superProperties.current["idfa"] == .string(identifier.uuidString))
    advertisingPermissionChanged(to: nil, analytics)
    #expect(analytics.superProperties.current == [:])
  }
}
