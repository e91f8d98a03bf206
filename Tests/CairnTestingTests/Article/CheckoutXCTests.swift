import Cairn
import CairnExpectations
import XCTest

final class CheckoutXCTests: XCTestCase {
  let testing = TestAnalytics()

  func testAnOrderIsTracked() {
    Checkout(analytics: testing.analytics).complete(total: 99, currency: "EUR")

    testing.expectTracked("Order Completed", ["total": 99])
  }
}
