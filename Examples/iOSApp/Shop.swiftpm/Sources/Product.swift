import Cairn

/// A product of the shop.
struct Product: Hashable, Identifiable {
  let id: String
  let name: String
  let price: Double

  static let all = [
    Product(id: "A-1", name: "Tent", price: 199),
    Product(id: "A-2", name: "Rope", price: 49.5),
    Product(id: "A-3", name: "Compass", price: 19.9),
  ]

  /// The URL of its picture.
  var picture: String { "https://shop.example/\(id).jpg" }

  /// The properties of every event about the product.
  var properties: [String: Value] { ["sku": .string(id), "price": .double(price)] }
}

/// The destinations of navigation.
enum Route: Hashable {
  case product(Product)
  case checkout(Product)
}
