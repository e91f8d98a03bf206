import Cairn

/// Something that the shop sells.
struct Product: Hashable, Identifiable {
  let id: String
  let name: String
  let price: Double

  static let all = [
    Product(id: "A-1", name: "Tent", price: 199),
    Product(id: "A-2", name: "Rope", price: 49.5),
    Product(id: "A-3", name: "Compass", price: 19.9),
  ]

  /// Where its picture is.
  var picture: String { "https://shop.example/\(id).jpg" }

  /// What every event about it says.
  var properties: [String: Value] { ["sku": .string(id), "price": .double(price)] }
}

/// Where one can go.
enum Route: Hashable {
  case product(Product)
  case checkout(Product)
}
