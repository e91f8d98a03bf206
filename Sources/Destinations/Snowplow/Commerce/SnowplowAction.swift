import Cairn

/// An event of Segment's specification as Snowplow's e-commerce action, with its entities.
struct SnowplowAction {
  let described: Value
  private(set) var entities: [Value] = []
  /// Properties that no entity has.
  let rest: [String: Value]

  /// The entity without which there is no action.
  private enum Subject { case list, product, promotion, step, transaction, refund }

  /// The actions of <https://docs.snowplow.io/docs/events/ootb-data/ecommerce-events/>.
  ///
  /// A step of the checkout is an action when it is completed, as in Snowplow's own trackers, not
  /// when it is viewed.
  private static let actions: [String: (type: Value, subject: Subject)] = [
    "Product List Viewed": ("list_view", .list),
    "Product Clicked": ("list_click", .product),
    "Product Viewed": ("product_view", .product),
    "Product Added": ("add_to_cart", .product),
    "Wishlist Product Added to Cart": ("add_to_cart", .product),
    "Product Removed": ("remove_from_cart", .product),
    "Promotion Viewed": ("promo_view", .promotion),
    "Promotion Clicked": ("promo_click", .promotion),
    "Checkout Step Completed": ("checkout_step", .step),
    "Order Completed": ("transaction", .transaction),
    "Order Refunded": ("refund", .refund),
  ]

  /// Makes the action; nil for an event that has none.
  ///
  /// Also nil, which is counted, for an event without what its schema requires.
  init?(_ event: DecodedEvent, _ commerce: SnowplowCommerce, count: (String) -> Void) {
    guard event.kind == .track, let action = Self.actions[event.name] else { return nil }
    var reader = SnowplowReader(event.properties, currency: commerce.currency)
    var data = ["type": action.type]
    if action.subject == .list {
      data["name"] = reader.text("list_id", atMost: 128)
    } else {
      guard let entity = Self.entity(action.subject, &reader) else {
        count("e-commerce event with your schema, because it lacks what Snowplow's requires")
        return nil
      }
      entities = [entity]
    }
    for var product in reader.products() {
      if let entity = product.product() {
        entities.append(entity)
        if !product.rest.isEmpty { count("properties of a product left out") }
      } else {
        count("product left out that lacks what Snowplow's schema requires")
      }
    }
    described = .described(.object(data), by: SnowplowSchema.commerce.rawValue)
    rest = reader.rest
  }

  private static func entity(_ subject: Subject, _ reader: inout SnowplowReader) -> Value? {
    switch subject {
    case .list: nil
    case .product: reader.product()
    case .promotion: reader.promotion()
    case .step: reader.checkoutStep()
    case .transaction: reader.transaction(quantity(reader))
    case .refund: reader.refund()
    }
  }

  /// Returns how many products there are; one of each without a quantity, nil without products.
  private static func quantity(_ reader: SnowplowReader) -> Int? {
    var reader = reader
    let quantities = reader.products().map { product in
      var product = product
      return product.integer("quantity")?.intValue ?? 1
    }
    let sum = quantities.reduce(0, +)
    return quantities.isEmpty || sum > SnowplowReader.most ? nil : sum
  }
}
