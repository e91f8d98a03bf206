import Cairn
import CairnCommerce
import Foundation

/// An event of each type, in which every property of the specification has a value.
enum Examples {
  static let product = CommerceProduct(
    id: "S1", sku: "T-2", category: "Tents", name: "Dome", brand: "Acme", variant: "green",
    price: 12.75, quantity: 2, coupon: "SPRING", position: 3,
    url: URL(string: "https://example.com/s1"), imageURL: URL(string: "https://example.com/s1.png"))
  /// A product with the properties that the specification has for a product that is shared.
  static let shared = CommerceProduct(
    id: "S1", sku: "T-2", category: "Tents", name: "Dome", brand: "Acme", variant: "green",
    price: 12.75, url: product.url, imageURL: product.imageURL)
  static let order = CommerceOrder(
    id: "A-1", affiliation: "Shop", total: 30.5, revenue: 25.5, shipping: 3.5, tax: 2.25,
    discount: 1.5,
    coupon: "SPRING", currency: "EUR", products: [product])

  static let all = browsing + products + checkout + orders + others

  static let browsing: [any TypedEvent] = [
    ProductsSearched(query: "tent"),
    ProductListViewed(listID: "L1", category: "Tents", products: [product]),
    ProductListFiltered(
      listID: "L1", category: "Tents", filters: [.init(type: "price", value: "under-25")],
      sorts: [.init(type: "price", value: "desc")], products: [product]),
    PromotionViewed(id: "P1", name: "Sale", creative: "banner_2", position: "home_top"),
    PromotionClicked(id: "P1", name: "Sale", creative: "banner_2", position: "home_top"),
  ]

  static let products: [any TypedEvent] = [
    ProductClicked(product), ProductViewed(product, currency: "EUR", value: 25.5),
    ProductAdded(product, cartID: "C1"), ProductRemoved(product, cartID: "C1"),
    ProductAddedToWishlist(product, wishlistID: "W1", wishlistName: "Camping"),
    ProductRemovedFromWishlist(product, wishlistID: "W1", wishlistName: "Camping"),
    WishlistProductAddedToCart(
      product, wishlistID: "W1", wishlistName: "Camping", cartID: "C1"),
  ]

  static let checkout: [any TypedEvent] = [
    CartViewed(cartID: "C1", products: [product]),
    CheckoutStepViewed(checkoutID: "K1", step: 2, shippingMethod: "post", paymentMethod: "card"),
    CheckoutStepCompleted(
      checkoutID: "K1", step: 2, shippingMethod: "post", paymentMethod: "card"),
    PaymentInfoEntered(
      checkoutID: "K1", orderID: "A-1", step: 2, shippingMethod: "post", paymentMethod: "card"),
  ]

  static let orders: [any TypedEvent] = [
    CheckoutStarted(order), OrderUpdated(order),
    OrderCompleted(order, checkoutID: "K1", subtotal: 24.5), OrderRefunded(order),
    OrderCancelled(order),
  ]

  static let others: [any TypedEvent] = [
    CouponEntered(id: "SPRING", orderID: "A-1", cartID: "C1"),
    CouponApplied(id: "SPRING", name: "Spring", discount: 1, orderID: "A-1", cartID: "C1"),
    CouponDenied(id: "SPRING", name: "Spring", reason: "expired", orderID: "A-1", cartID: "C1"),
    CouponRemoved(id: "SPRING", name: "Spring", discount: 1, orderID: "A-1", cartID: "C1"),
    ProductShared(shared, via: "email", message: "Look!", recipient: "a@example.com"),
    CartShared(
      cartID: "C1", products: [CommerceProduct(id: "S1")], via: "email", message: "Look!",
      recipient: "a@example.com"),
    ProductReviewed(productID: "S1", reviewID: "R1", body: "Good.", rating: "5"),
  ]
}
