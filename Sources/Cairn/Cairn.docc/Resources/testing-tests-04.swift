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
}
