import Foundation
import Cairn

/// A shop that was written for analytics-swift; calls of `analytics.track(name:)` are all over it.
final class SegmentShop {
  let analytics: Analytics?
  private var cart: [String: Double] = [:]

  init(analytics: Analytics?) { self.analytics = analytics }

  func open(_ product: String, price: Double, list: String?) {
    // analytics.track(name: "Commented Out", properties: ["a": 1])
    analytics?.screen("Product")
    analytics?.screen("Product Details", properties: ["sku": product])
    analytics?.track(
      "Product Viewed",
      properties: [
        "sku": product,
        "price": price,
        "list": list as Any,
        "hint": "call analytics.track(name: \"x\") by hand",
      ])
  }

  func add(_ product: String, price: Double) {
    cart[product, default: 0] += price
    let total = cart.values.reduce(0, +)
    self.analytics?.track("Product Added", properties: ["sku": product, "total": total])
    if total > 100 { analytics?.track("Free Shipping \(name(for: total))") }
  }

  func logIn(_ user: String, plan: String) {
    analytics?.identify(user, traits: ["plan": plan, "since": Date()])
    analytics?.group("team-\(plan)")
    /* analytics?.alias(newId: user) /* nested */ */
    print(analytics?.userID ?? "nobody", analytics?.anonymousID ?? "")
  }

  func logOut() {
    let text = """
      analytics.identify(userId: "\(cart.count)")
      """
    analytics?.track(#"Logged "Out""#, properties: ["text": text])
    analytics?.reset()
  }

  private func name(for total: Double) -> String { total > 1_000 ? "Large" : "Small" }
}
