import Cairn
import CairnExpectations
import Foundation
import Testing

/// The code of the article Recipes about destinations and delivery.
@Suite struct DeliveryRecipesTests {
  let testing = TestAnalytics()
  var analytics: Analytics { testing.analytics }

  @Test func severalDestinations() throws {
    let endpoint = try #require(URL(string: "https://collect.example.com"))
    let other = try #require(URL(string: "https://warehouse.example.com"))
    var configuration = Configuration(writeKey: "my-app", endpoint: endpoint)
    var warehouse = HTTPDestination(endpoint: other, writeKey: "other-key", name: "warehouse")
    warehouse.schedule = DeliverySchedule(flushAt: 500, flushInterval: 300)
    configuration.destinations = [warehouse]
    configuration.consentCategories = ["warehouse": [.analytics]]

    #expect(configuration.destinations.map(\.name) == ["warehouse"])
    let names = Analytics(configuration.testing(clock: ManualClock())).ledger().destinations
      .map(\.name)
    #expect(names == ["http", "warehouse"])
  }

  @Test func filter() async throws {
    let base = RecordingDestination(name: "ads")
    let ads = base.filter { $0.name == "Order Completed" }

    let testing = TestAnalytics(deliveringTo: ads)
    testing.analytics.track("Product Viewed")
    testing.analytics.track("Order Completed")
    await testing.analytics.flush()
    #expect(base.acceptedEvents.count == 1)
    let row = try #require(testing.analytics.ledger().destinations.first)
    #expect(row.filtered == 1 && row.delivered == 1 && row.balances)
  }

  @Test func offline() async {
    testing.host.isOnline = false
    analytics.track("Photo Taken")
    let result = await analytics.flush()
    for row in result.destinations where row.pending > 0 {
      log("\(row.name): \(row.pending) events wait: \(row.problem ?? "for the next delivery")")
    }

    #expect(lines.all == ["recording: 1 events wait: offline"])
    testing.host.isOnline = true
    await analytics.flush()
    #expect(testing.destination.acceptedEvents.count == 1)
  }

  private let lines = Lines()
  private func log(_ line: String) { lines.add(line) }

  @Test func waiting() async throws {
    if let id = analytics.track("Order Completed", ["total": 99]) {
      async let status = analytics.waitForDelivery(of: id)
      await analytics.flush()
      let isDelivered = try await status?.state == .delivered
      #expect(isDelivered)
    }
  }

  @Test func rightKey() async throws {
    let endpoint = try #require(URL(string: "https://collect.example.com"))
    let transport = RecordingTransport()
    var configuration = Configuration(
      destinations: [
        HTTPDestination(
          endpoint: endpoint, writeKey: "wrong",
          transport: RecordingTransport(otherwise: { _ in .status(401) }))
      ])
    configuration.instance = "main"
    let analytics = Analytics(configuration.testing(clock: ManualClock()))
    analytics.track("Photo Taken")
    #expect(await analytics.flush().destinations.first?.problem == "status 401")
    await analytics.addDestination(
      HTTPDestination(endpoint: endpoint, writeKey: "right", transport: transport))

    _ = await transport.requests(atLeast: 1)
    await analytics.flush()
    #expect(analytics.ledger().destinations.first?.delivered == 1)
  }
}
