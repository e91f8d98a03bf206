import Cairn
import CairnExpectations
import Testing

final class Checkout {
  private let analytics: Analytics

  init(analytics: Analytics) { self.analytics = analytics }

  func complete(total: Double, currency: String) {
    analytics.screen("Checkout")
    analytics.track("Order Completed", ["total": total, "currency": currency])
  }
}

@Suite struct CheckoutTests {
  let testing = TestAnalytics()

  @Test func anOrderIsTracked() {
    Checkout(analytics: testing.analytics).complete(total: 99, currency: "EUR")

    testing.expectTracked("Order Completed", ["total": 99])
  }

  @Test("the expectations in the article succeed")
  func expectations() throws {
    let analytics = testing.analytics
    analytics.track("Cart Viewed")
    analytics.screen("Checkout", ["step": 1])
    analytics.track("Order Completed", ["total": 99, "currency": "EUR"])
    analytics.identify("user-42", traits: ["plan": "pro"])

    testing.expectTracked("Order Completed")
    testing.expectTracked("Order Completed", ["total": 99])
    testing.expectTracked(
      "Order Completed", ["total": 99, "currency": "EUR"], matching: .exactly)
    testing.expectTracked("Order Completed", count: 1)
    testing.expectNotTracked("Order Cancelled")
    testing.expectScreen("Checkout", ["step": 1])
    testing.expectIdentified("user-42", traits: ["plan": "pro"])
    testing.expectTracked(inOrder: ["Cart Viewed", .track("Order Completed", ["total": 99])])
    testing.expectTracked(only: [
      "Cart Viewed", .screen("Checkout"), "Order Completed", .identify("user-42"),
    ])

    let order = try #require(testing.expectTracked("Order Completed"))
    #expect(order.userID == nil)

    testing.forget()
    testing.expectNothingTracked()
  }

  @Test("the example of a failure in the article is the actual message")
  func failure() {
    let checkout = Checkout(analytics: testing.analytics)
    checkout.complete(total: 98.5, currency: "EUR")
    let failure = testing.recorded.failure(expecting: .track("Order Completed", ["total": 99]))
    #expect(
      failure == """
        expected track "Order Completed" with total: 99; it was not recorded.
        Nearest:
          2. track "Order Completed" [currency: "EUR", total: 98.5]
               total: 98.5 instead of 99
        Recorded, in order:
          1. screen "Checkout"
          2. track "Order Completed" [currency: "EUR", total: 98.5]
        """)
  }

  @Test func somethingIsTrackedInTheBackground() async throws {
    let analytics = testing.analytics
    Task.detached { analytics.track("Sync Finished", ["files": 3]) }

    try await testing.untilRecorded("Sync Finished")
    testing.expectTracked("Sync Finished", ["files": 3])
  }
}
