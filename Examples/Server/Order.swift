import Hummingbird

/// What somebody wants, as the body of `POST /orders`.
struct Wish: Decodable {
  var sku: String
  var quantity: Int
}

/// What was ordered: the answer.
@available(macOS 14, *)
struct Order: ResponseCodable {
  var id: String
  var sku: String
  var total: Double
}
