import Cairn
import CairnExpectations
import Testing

@testable import Shop

@Suite struct CheckoutTests {
  let testing = TestAnalytics()

  @Test func anOrderIsTracked() throws {
    Checkout(analytics: testing.analytics).complete(total: 99, currency: "EUR")

    let order = try #require(testing.expectTracked("Order Completed", ["total": 99]))
    #expect(order.userID == nil)
  }

  @Test func theScreenPrecedesTheOrder() {
    let checkout = Checkout(analytics: testing.analytics)
    checkout.open()
    checkout.complete(total: 99, currency: "EUR")

    testing.expectTracked(inOrder: [.screen("Checkout"), "Order Completed"])
    testing.expectNotTracked("Checkout Cancelled")
  }

  @Test func aReceiptIsPrintedLater() async throws {
    Checkout(analytics: testing.analytics).complete(total: 99, currency: "EUR")

    try await testing.untilRecorded("Receipt Printed")
    testing.expectTracked("Receipt Printed", count: 1)
  }

  @Test func aCancellationWithoutANetworkIsDeliveredLater() async {
    testing.destination.isOffline = true
    Checkout(analytics: testing.analytics).cancel()
    let offline = await testing.analytics.flush()
    #expect(offline.pending == 1)

    testing.destination.isOffline = false
    let online = await testing.analytics.flush()
    #expect(online.isComplete)
    #expect(testing.destination.acceptedEvents.count == 1)
  }

  @Test func aCancellationSurvivesARelaunch() async {
    testing.destination.isOffline = true
    Checkout(analytics: testing.analytics).cancel()

    let second = await testing.relaunch()
    second.destination.isOffline = false
    await second.analytics.flush()
    #expect(second.destination.acceptedEvents.count == 1)
  }
}
