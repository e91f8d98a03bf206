import Cairn

/// The parameters of Google's recommended events, from the properties of Segment's specification.
///
/// They are those of
/// <https://developers.google.com/analytics/devguides/collection/ga4/reference/events>. They are
/// added: the properties are parameters too, with their own names.
extension MeasurementParameters {
  /// Events with one product, whose properties are those of the event in Segment's specification.
  static let eventsOfOneProduct: Set<String> = [
    "add_to_cart", "add_to_wishlist", "remove_from_cart", "select_item", "view_item",
  ]
  private static let promotion = [
    "creative": "creative_name", "name": "promotion_name", "position": "creative_slot",
  ]
  /// The names of parameters by Google's name of the event and the name of the property.
  private static let recommended: [String: [String: String]] = [
    "add_payment_info": ["payment_method": "payment_type"],
    "search": ["query": "search_term"],
    "select_item": ["list_id": "item_list_id"],
    "select_promotion": promotion,
    "share": ["product_id": "item_id", "share_via": "method"],
    "view_item_list": ["list_id": "item_list_id"],
    "view_promotion": promotion,
  ]

  /// Adds the parameters, except those that the app set by Google's names.
  mutating func addRecommended(_ properties: [String: Value], of event: String) {
    let names = (Self.recommended[event] ?? [:]).sorted { $0.value < $1.value }
    for (property, name) in names where properties[name] == nil {
      guard let value = properties[property],
        let simple = Self.simple(value, atMost: MeasurementMapping.mostText, note)
      else { continue }
      put(name, simple)
    }
  }

  /// Returns the amount of an event about one product or about the cart; nil for any other event.
  ///
  /// Google defines it as the sum of the prices times the quantities. It is nil if a product has no
  /// price. It is rounded to six decimals, because the product of two `Double` may have seventeen.
  static func amount(_ properties: [String: Value], of event: String) -> Value? {
    let products: [Value]
    switch event {
    case "view_cart": products = properties["products"]?.arrayValue ?? []
    case _ where eventsOfOneProduct.contains(event): products = [.object(properties)]
    default: return nil
    }
    var sum = 0.0
    for product in products {
      guard let price = number(product["price"])?.doubleValue else { return nil }
      sum += price * (number(product["quantity"])?.doubleValue ?? 1)
    }
    let amount = (sum * 1_000_000).rounded() / 1_000_000
    return products.isEmpty || !amount.isFinite ? nil : .double(amount)
  }
}
