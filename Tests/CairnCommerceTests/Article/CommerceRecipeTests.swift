import Cairn
import CairnCommerce
import CairnExpectations
import CairnTesting
import Foundation
import Testing

/// The code of the article Recipes that records a purchase.
@Suite struct CommerceRecipeTests {
  let testing = TestAnalytics()
  var analytics: Analytics { testing.analytics }

  @Test func purchase() {
    let tent = CommerceProduct(
      id: "S1", category: "Tents", name: "Dome", price: 189.9, quantity: 1)
    analytics.track(ProductAdded(tent, additional: ["currency": "EUR"]))

    let order = CommerceOrder(
      id: "A-1", revenue: 189.9, shipping: 4.9, currency: "EUR", products: [tent])
    analytics.track(CheckoutStarted(order))
    analytics.track(OrderCompleted(order))

    let product: Value = [
      "product_id": "S1", "category": "Tents", "name": "Dome", "price": 189.9, "quantity": 1,
    ]
    let sold: [String: Value] = [
      "order_id": "A-1", "revenue": 189.9, "shipping": 4.9, "currency": "EUR",
      "products": [product],
    ]
    testing.expectTracked(only: [
      .track(
        "Product Added", (product.objectValue ?? [:]).merging(["currency": "EUR"]) { $1 },
        matching: .exactly),
      .track("Checkout Started", sold, matching: .exactly),
      .track("Order Completed", sold, matching: .exactly),
    ])
  }
}
