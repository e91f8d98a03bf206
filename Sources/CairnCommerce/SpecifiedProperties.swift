import Cairn

extension [String: Value] {
  /// Returns the properties that have a value.
  ///
  /// An optional without a value may arrive as nil or as a value that is `.null`.
  static func present(_ properties: [String: (any PropertyValue)?]) -> Self {
    properties.compactMapValues { property in
      guard let value = property?.propertyValue, value != .null else { return nil }
      return value
    }
  }

  /// Returns the properties of the specification, and the others unless they have the same key.
  static func specified(_ own: [String: (any PropertyValue)?], and others: Self) -> Self {
    others.merging(present(own)) { $1 }
  }

  /// Returns the properties of the specification, and the app's own unless they have the same key.
  static func specified(
    _ own: [String: (any PropertyValue)?], and others: [String: (any PropertyValue)?]
  ) -> Self {
    specified(own, and: present(others))
  }

  /// Returns the properties of an event about one product, whose properties are the event's.
  static func specified(
    _ own: [String: (any PropertyValue)?], and others: [String: (any PropertyValue)?],
    _ product: CommerceProduct
  ) -> Self {
    specified(own, and: present(others).merging(product.properties) { $1 })
  }
}

extension Value {
  /// Makes the value of `products`; `.null`, which is left out, for none.
  init(_ products: [CommerceProduct]) {
    self = products.isEmpty ? .null : .array(products.map { .object($0.properties) })
  }
}
