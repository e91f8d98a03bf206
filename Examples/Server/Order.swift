import Hummingbird

/// An order, as the body of `POST /orders`.
struct Wish: Decodable {
  var sku: String
  var quantity: Int
}

/// The response to an order.
@available(macOS 14, *)
struct Order: ResponseCodable {
  var id: String
  var sku: String
  var total: Double
}
