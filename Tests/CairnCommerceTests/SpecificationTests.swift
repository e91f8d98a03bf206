import Cairn
import CairnCommerce
import Foundation
import Testing

@Suite struct SpecificationTests {
  private static let product: Set<String> = [
    "product_id", "sku", "category", "name", "brand", "variant", "price", "quantity", "coupon",
    "position", "url", "image_url",
  ]
  private static let order: Set<String> = [
    "order_id", "affiliation", "total", "revenue", "shipping", "tax", "discount", "coupon",
    "currency", "products",
  ]
  private static let promotion: Set<String> = ["promotion_id", "creative", "name", "position"]
  private static let step: Set<String> = [
    "checkout_id", "step", "shipping_method", "payment_method",
  ]
  private static let wishlist: Set<String> = ["wishlist_id", "wishlist_name"]
  private static let coupon: Set<String> = ["order_id", "cart_id", "coupon_id"]
  private static let share: Set<String> = ["share_via", "share_message", "recipient"]

  /// The names and keys of <https://segment.com/docs/connections/spec/ecommerce/v2/>.
  ///
  /// The specification's table for Order Refunded has the order's identifier; its text asks for the
  /// properties of Order Completed.
  private static let specification: [String: Set<String>] = [
    "Products Searched": ["query"],
    "Product List Viewed": ["list_id", "category", "products"],
    "Product List Filtered": ["list_id", "category", "filters", "sorts", "products"],
    "Promotion Viewed": promotion, "Promotion Clicked": promotion,
    "Product Clicked": product, "Product Viewed": product.union(["currency", "value"]),
    "Product Added": product.union(["cart_id"]), "Product Removed": product.union(["cart_id"]),
    "Cart Viewed": ["cart_id", "products"],
    "Checkout Started": order.subtracting(["total"]).union(["value"]),
    "Checkout Step Viewed": step, "Checkout Step Completed": step,
    "Payment Info Entered": step.union(["order_id"]),
    "Order Completed": order.union(["checkout_id", "subtotal"]), "Order Updated": order,
    "Order Refunded": order, "Order Cancelled": order,
    "Coupon Entered": coupon, "Coupon Applied": coupon.union(["coupon_name", "discount"]),
    "Coupon Denied": coupon.union(["coupon_name", "reason"]),
    "Coupon Removed": coupon.union(["coupon_name", "discount"]),
    "Product Added to Wishlist": product.union(wishlist),
    "Product Removed from Wishlist": product.union(wishlist),
    "Wishlist Product Added to Cart": product.union(wishlist).union(["cart_id"]),
    "Product Shared": product.subtracting(["quantity", "coupon", "position"]).union(share),
    "Cart Shared": share.union(["cart_id", "products"]),
    "Product Reviewed": ["product_id", "review_id", "review_body", "rating"],
  ]

  @Test("each event has the specification's name and exactly its keys")
  func keys() {
    let events = Examples.all.map { (type(of: $0).name, Set($0.properties.keys)) }
    #expect(events.count == Self.specification.count)
    #expect(Dictionary(events) { first, _ in first } == Self.specification)
    #expect(Examples.all.allSatisfy { type(of: $0).kind == .track })
  }

  @Test("the elements of lists have the specification's keys")
  func elements() {
    let properties = ProductListFiltered(
      filters: [.init(type: "price", value: "under-25")],
      sorts: [.init(type: "price", value: "desc")], products: [Examples.product]
    ).properties
    #expect(properties["filters"] == [["type": "price", "value": "under-25"]])
    #expect(properties["sorts"] == [["type": "price", "value": "desc"]])
    #expect(
      Set(properties["products"]?.arrayValue?.first?.objectValue?.keys ?? [:].keys) == Self.product)
  }

  @Test("amounts are numbers, and links are text")
  func values() {
    let properties = OrderCompleted(Examples.order, checkoutID: "K1", subtotal: 24.5).properties
    let product: Value = [
      "product_id": "S1", "sku": "T-2", "category": "Tents", "name": "Dome", "brand": "Acme",
      "variant": "green", "price": 12.75, "quantity": 2, "coupon": "SPRING", "position": 3,
      "url": "https://example.com/s1", "image_url": "https://example.com/s1.png",
    ]
    #expect(
      properties == [
        "checkout_id": "K1", "order_id": "A-1", "affiliation": "Shop", "subtotal": 24.5,
        "total": 30.5, "revenue": 25.5, "shipping": 3.5, "tax": 2.25, "discount": 1.5,
        "coupon": "SPRING", "currency": "EUR", "products": [product],
      ])
    #expect(CheckoutStarted(Examples.order).properties["value"] == 30.5)
  }

  @Test("a property without a value is left out, and so is an empty list")
  func absent() {
    let nothing: String? = nil
    #expect(
      OrderCompleted(CommerceOrder(id: "A-1", additional: ["gift": nothing])).properties
        == ["order_id": "A-1"])
    #expect(ProductListFiltered(additional: ["page": nil]).properties.isEmpty)
    #expect(CartShared(products: [], via: nil).properties.isEmpty)
  }

  @Test("properties of the app are added, and those of the specification take precedence")
  func additional() {
    let product = CommerceProduct(id: "S1", additional: ["size": "L", "product_id": "other"])
    #expect(
      ProductAdded(product, cartID: "C1", additional: ["cart_id": "other", "currency": "EUR"])
        .properties
        == ["product_id": "S1", "size": "L", "cart_id": "C1", "currency": "EUR"])
    let order = CommerceOrder(id: "A-1", products: [product], additional: ["gift": true])
    #expect(
      OrderUpdated(order).properties
        == ["order_id": "A-1", "gift": true, "products": [["product_id": "S1", "size": "L"]]])
    #expect(ProductsSearched(query: ["text": "tent"]).properties == ["query": ["text": "tent"]])
  }
}
