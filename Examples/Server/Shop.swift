import Cairn
import Foundation
import Hummingbird

/// The responses of the shop, and its events.
///
/// An event is in the journal when `track` returns: so every response has its event, even if the
/// process is killed while it responds.
@available(macOS 14, *)
struct Shop {
  let analytics: Analytics

  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("products") { _, _ in Product.all }
    router.get("products/:sku") { _, context in
      try view(context.parameters.require("sku"))
    }
    router.post("orders") { request, context in
      let wish = try await request.decode(as: Wish.self, context: context)
      return EditedResponse(status: .created, response: try order(wish))
    }
    return router
  }

  private func view(_ sku: String) throws -> Product {
    guard let product = Product.find(sku) else {
      analytics.track(ProductMissed(sku: sku))
      throw HTTPError(.notFound)
    }
    analytics.track(ProductViewed(sku: sku))
    return product
  }

  private func order(_ wish: Wish) throws -> Order {
    guard let product = Product.find(wish.sku), (1...100).contains(wish.quantity) else {
      throw HTTPError(.badRequest)
    }
    let order = Order(
      id: UUID().uuidString, sku: product.sku, total: product.price * Double(wish.quantity))
    analytics.track(OrderCompleted(id: order.id, sku: order.sku, total: order.total))
    return order
  }
}
