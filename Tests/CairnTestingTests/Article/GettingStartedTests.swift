import Cairn
import CairnExpectations
import Foundation
import Testing

/// The code of the article Getting started.
@Suite struct GettingStartedTests {
  let testing = TestAnalytics()

  @Test func recording() async throws {
    let analytics = testing.analytics
    analytics.track("Product Viewed", ["sku": "A-1", "price": 19.9, "tags": ["new", "sale"]])
    analytics.screen("Checkout")
    analytics.identify("user-42", traits: ["plan": "pro"])
    analytics.identify(traits: ["theme": "dark"])  // also for an anonymous user
    analytics.group("acme")  // the user belongs to the company or team acme
    analytics.alias("user-43")  // for services that merge users by alias: user-42 is now user-43
    analytics.reset()  // at logout: a new anonymous user; recorded events are still delivered
    testing.expectTracked("Product Viewed", ["tags": ["new", "sale"]])
    testing.expectIdentified("user-42", traits: ["plan": "pro"])
    #expect(testing.events.count == 6)
    #expect(analytics.userID == nil)

    struct Order: Encodable { var total: Double; var items: [String] }
    analytics.track("Order Completed", properties: Order(total: 99, items: ["A-1"]))
    testing.expectTracked("Order Completed", ["total": 99, "items": ["A-1"]])
    try await analytics.record("Order Completed", ["total": 99])
    testing.expectTracked("Order Completed", count: 2)
  }

  @Test func delivery() async throws {
    let destination = RecordingDestination()
    let analytics = Analytics(
      Configuration(destinations: [destination]).testing(clock: ManualClock()))
    analytics.track("Product Viewed")
    let result = await analytics.flush()
    print(result.delivered, result.pending)
    for row in result.destinations { print(row.name, row.pending, row.problem ?? "") }
    print(analytics.ledger())
    #expect(result.delivered == 1)
    await analytics.close()
  }

  @Test func settings() throws {
    let endpoint = try #require(URL(string: "https://collect.example.com"))
    var configuration = Configuration(writeKey: "my-app", endpoint: endpoint)
    configuration.flushAt = 50  // events
    configuration.flushInterval = 10  // seconds
    #expect(configuration.flushAt == 50 && configuration.flushInterval == 10)
  }

  @Test func folder() throws {
    let endpoint = try #require(URL(string: "https://collect.example.com"))
    var configuration = Configuration(writeKey: "my-service", endpoint: endpoint)
    configuration.directory = URL(fileURLWithPath: "/var/lib/my-service/cairn", isDirectory: true)
    #expect(configuration.directory?.path == "/var/lib/my-service/cairn")
  }

  @Test func anOrder() {
    let testing = TestAnalytics()
    Checkout(analytics: testing.analytics).complete(total: 99, currency: "EUR")
    testing.expectTracked("Order Completed", ["total": 99])
  }
}
