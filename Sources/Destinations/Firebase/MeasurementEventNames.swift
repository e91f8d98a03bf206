import Cairn

/// Maps commerce events of the Segment specification to Google's event names.
///
/// The names are from the specification's second version,
/// <https://segment.com/docs/connections/spec/ecommerce/v2/>, and from Google's
/// <https://developers.google.com/analytics/devguides/collection/ga4/reference/events>. Events for
/// which Google has no name keep their own.
enum MeasurementEventNames {
  static let google: [String: String] = [
    "Products Searched": "search",
    "Product List Viewed": "view_item_list",
    "Product Viewed": "view_item",
    "Product Clicked": "select_item",
    "Product Added": "add_to_cart",
    "Product Removed": "remove_from_cart",
    "Product Added to Wishlist": "add_to_wishlist",
    "Wishlist Product Added to Cart": "add_to_cart",
    "Product Shared": "share",
    "Cart Viewed": "view_cart",
    "Cart Shared": "share",
    "Checkout Started": "begin_checkout",
    "Payment Info Entered": "add_payment_info",
    "Order Completed": "purchase",
    "Order Refunded": "refund",
    "Promotion Viewed": "view_promotion",
    "Promotion Clicked": "select_promotion",
    "Signed Up": "sign_up",
    "Signed In": "login",
  ]

  /// Returns Google's name for an event of the specification; nil for any other event.
  static func recommended(_ event: DecodedEvent) -> String? {
    event.kind == .track ? google[event.name] : nil
  }

  /// Returns the event's name in a form that Google accepts.
  ///
  /// Throws if the name is reserved or has no letter.
  static func fitted(
    _ name: String, _ adjusted: (String) -> Void
  ) throws(DeliveryRejection) -> String {
    let known = google[name] ?? name
    guard let fitted = MeasurementName.fitted(known, atMost: MeasurementName.mostEvent) else {
      throw DeliveryRejection("the event's name has no letter, or begins with a reserved word")
    }
    guard !MeasurementName.reservedEvents.contains(fitted) else {
      throw DeliveryRejection("the event's name is reserved: \(fitted)")
    }
    if known.unicodeScalars.count > MeasurementName.mostEvent {
      adjusted("an event's name was cut")
    }
    return fitted
  }
}
