import Cairn
import CairnExpectations
import Testing

@testable import Shop

@Suite struct CheckoutTests {
  let testing = TestAnalytics()

  @Test func anOrderIsTracked() throws {
    Checkout(analytics: testing.analytics).complete(total: 99, currency: "EUR")

    testing.expectTracked("Order Completed", ["total": 99])
  }
}
