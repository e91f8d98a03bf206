import Cairn

/// The event of the benchmarks: ten properties, about 470 bytes of JSON.
enum BenchEvent {
  static let name = "Product Added"

  /// Returns numbered properties: the events of an app differ from each other, which affects
  /// compression.
  static func properties(_ number: Int) -> [String: Value] {
    [
      "product_id": .string("sku-\(number % 9_973)-abc"), "name": "Röd tröja \"XL\"",
      "price": .double(Double(number % 40_009) / 20), "currency": "SEK",
      "quantity": .int(number % 7), "in_stock": .bool(number % 3 == 0),
      "category": "clothes/sweaters",
      "url": .string("https://example.com/p/\(number)?ref=a&b=c"), "score": 0.875, "coupon": nil,
    ]
  }
}
