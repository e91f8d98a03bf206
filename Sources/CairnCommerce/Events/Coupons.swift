public import Cairn
public import Foundation

/// Records that the user entered a coupon.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#coupon-entered>.
public struct CouponEntered: TypedEvent, Hashable {
  /// `Coupon Entered`.
  public static let name = "Coupon Entered"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - id: The identifier of the coupon.
  ///   - orderID: The identifier of the order, if there is one.
  ///   - cartID: The identifier of the cart, if there is one.
  ///   - additional: Properties of your own.
  public init(
    id: String?, orderID: String? = nil, cartID: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["coupon_id": id, "order_id": orderID, "cart_id": cartID], and: additional)
  }
}

/// Records that a coupon was applied to a cart or an order.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#coupon-applied>.
public struct CouponApplied: TypedEvent, Hashable {
  /// `Coupon Applied`.
  public static let name = "Coupon Applied"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - id: The identifier of the coupon.
  ///   - name: The name of the coupon.
  ///   - discount: The amount that the coupon takes off.
  ///   - orderID: The identifier of the order, if there is one.
  ///   - cartID: The identifier of the cart, if there is one.
  ///   - additional: Properties of your own.
  public init(
    id: String?, name: String? = nil, discount: Decimal? = nil, orderID: String? = nil,
    cartID: String? = nil, additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      [
        "coupon_id": id, "coupon_name": name, "discount": discount, "order_id": orderID,
        "cart_id": cartID,
      ], and: additional)
  }
}

/// Records that a coupon was refused.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#coupon-denied>.
public struct CouponDenied: TypedEvent, Hashable {
  /// `Coupon Denied`.
  public static let name = "Coupon Denied"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - id: The identifier of the coupon.
  ///   - name: The name of the coupon.
  ///   - reason: The reason for the refusal.
  ///   - orderID: The identifier of the order, if there is one.
  ///   - cartID: The identifier of the cart, if there is one.
  ///   - additional: Properties of your own.
  public init(
    id: String?, name: String? = nil, reason: String? = nil, orderID: String? = nil,
    cartID: String? = nil, additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      [
        "coupon_id": id, "coupon_name": name, "reason": reason, "order_id": orderID,
        "cart_id": cartID,
      ], and: additional)
  }
}

/// Records that the user removed a coupon.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#coupon-removed>.
public struct CouponRemoved: TypedEvent, Hashable {
  /// `Coupon Removed`.
  public static let name = "Coupon Removed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - id: The identifier of the coupon.
  ///   - name: The name of the coupon.
  ///   - discount: The amount that the coupon takes off.
  ///   - orderID: The identifier of the order, if there is one.
  ///   - cartID: The identifier of the cart, if there is one.
  ///   - additional: Properties of your own.
  public init(
    id: String?, name: String? = nil, discount: Decimal? = nil, orderID: String? = nil,
    cartID: String? = nil, additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      [
        "coupon_id": id, "coupon_name": name, "discount": discount, "order_id": orderID,
        "cart_id": cartID,
      ], and: additional)
  }
}
