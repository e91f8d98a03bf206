public import Cairn
public import Foundation

/// Records that the user began to order.
///
/// The key of `CommerceOrder.total` is `value` in this event. See
/// <https://segment.com/docs/connections/spec/ecommerce/v2/#checkout-started>.
public struct CheckoutStarted: TypedEvent, Hashable {
  /// `Checkout Started`.
  public static let name = "Checkout Started"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameter order: The order.
  public init(_ order: CommerceOrder) {
    properties = order.properties(total: "value")
  }
}

/// Records that the user changed an order.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#order-updated>.
public struct OrderUpdated: TypedEvent, Hashable {
  /// `Order Updated`.
  public static let name = "Order Updated"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameter order: The order.
  public init(_ order: CommerceOrder) {
    properties = order.properties()
  }
}

/// Records that the user completed an order.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#order-completed>.
public struct OrderCompleted: TypedEvent, Hashable {
  /// `Order Completed`.
  public static let name = "Order Completed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - order: The order.
  ///   - checkoutID: The identifier of the checkout.
  ///   - subtotal: The amount after discounts, before tax and shipping.
  public init(_ order: CommerceOrder, checkoutID: String? = nil, subtotal: Decimal? = nil) {
    properties = .specified(
      ["checkout_id": checkoutID, "subtotal": subtotal], and: order.properties())
  }
}

/// Records that an order was refunded.
///
/// The amounts are those that were refunded, as positive numbers. For a refund of a part, the
/// products are those that came back. See
/// <https://segment.com/docs/connections/spec/ecommerce/v2/#order-refunded>.
public struct OrderRefunded: TypedEvent, Hashable {
  /// `Order Refunded`.
  public static let name = "Order Refunded"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameter order: The order.
  public init(_ order: CommerceOrder) {
    properties = order.properties()
  }
}

/// Records that an order was cancelled.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#order-cancelled>.
public struct OrderCancelled: TypedEvent, Hashable {
  /// `Order Cancelled`.
  public static let name = "Order Cancelled"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameter order: The order.
  public init(_ order: CommerceOrder) {
    properties = order.properties()
  }
}
