import Hummingbird

/// A product of the shop.
@available(macOS 14, *)
struct Product: ResponseCodable {
  var sku: String
  var name: String
  var price: Double

  static let all = [
    Product(sku: "A-1", name: "Tent", price: 199),
    Product(sku: "A-2", name: "Rope", price: 49.5),
    Product(sku: "A-3", name: "Compass", price: 19.9),
  ]

  static func find(_ sku: String) -> Product? { all.first { $0.sku == sku } }
}
