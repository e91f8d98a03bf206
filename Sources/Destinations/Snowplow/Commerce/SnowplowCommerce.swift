/// The setting with which the events of Segment's e-commerce specification have Snowplow's own
/// e-commerce schemas.
///
/// ```swift
/// let schemas = SnowplowSchemas(vendor: "com.acme", commerce: SnowplowCommerce(currency: "EUR"))
/// ```
///
/// The event `snowplow_ecommerce_action` replaces the event with your schema, and entities have its
/// data: `product`, `transaction`, `refund`, `checkout_step`, `promotion`. They are those of
/// <https://docs.snowplow.io/docs/events/ootb-data/ecommerce-events/>. An event that lacks what the
/// schema of its entity requires, such as the `payment_method` of `Order Completed`, keeps your
/// schema, and is counted.
public struct SnowplowCommerce: Hashable, Sendable {
  let currency: String?

  /// Makes the setting.
  ///
  /// Snowplow's schemas require a currency for each product, and most of Segment's events about a
  /// product have none. A code that does not have three letters counts as none.
  ///
  /// - Parameter currency: The ISO 4217 code of the currency of events that have none; none by
  ///   default.
  public init(currency: String? = nil) {
    let code = currency?.uppercased()
    self.currency = code.flatMap { SnowplowReader.isCurrency($0) ? $0 : nil }
  }
}
