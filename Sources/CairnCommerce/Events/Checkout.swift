public import Cairn

/// Records that the user saw the cart.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#cart-viewed>.
public struct CartViewed: TypedEvent, Hashable {
  /// `Cart Viewed`.
  public static let name = "Cart Viewed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - cartID: The identifier of the cart.
  ///   - products: The products in the cart.
  ///   - additional: Properties of your own.
  public init(
    cartID: String? = nil, products: [CommerceProduct] = [],
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(["cart_id": cartID, "products": Value(products)], and: additional)
  }
}

/// Records that the user saw a step of the checkout.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#checkout-step-viewed>.
public struct CheckoutStepViewed: TypedEvent, Hashable {
  /// `Checkout Step Viewed`.
  public static let name = "Checkout Step Viewed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - checkoutID: The identifier of the checkout.
  ///   - step: The number of the step.
  ///   - shippingMethod: The method of shipping that the user chose.
  ///   - paymentMethod: The method of payment that the user chose.
  ///   - additional: Properties of your own.
  public init(
    checkoutID: String? = nil, step: Int?, shippingMethod: String? = nil,
    paymentMethod: String? = nil, additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      [
        "checkout_id": checkoutID, "step": step, "shipping_method": shippingMethod,
        "payment_method": paymentMethod,
      ], and: additional)
  }
}

/// Records that the user completed a step of the checkout.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#checkout-step-completed>.
public struct CheckoutStepCompleted: TypedEvent, Hashable {
  /// `Checkout Step Completed`.
  public static let name = "Checkout Step Completed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - checkoutID: The identifier of the checkout.
  ///   - step: The number of the step.
  ///   - shippingMethod: The method of shipping that the user chose.
  ///   - paymentMethod: The method of payment that the user chose.
  ///   - additional: Properties of your own.
  public init(
    checkoutID: String? = nil, step: Int?, shippingMethod: String? = nil,
    paymentMethod: String? = nil, additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      [
        "checkout_id": checkoutID, "step": step, "shipping_method": shippingMethod,
        "payment_method": paymentMethod,
      ], and: additional)
  }
}

/// Records that the user entered how to pay.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#payment-info-entered>.
public struct PaymentInfoEntered: TypedEvent, Hashable {
  /// `Payment Info Entered`.
  public static let name = "Payment Info Entered"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - checkoutID: The identifier of the checkout.
  ///   - orderID: The identifier of the order, if there is one.
  ///   - step: The number of the step.
  ///   - shippingMethod: The method of shipping that the user chose.
  ///   - paymentMethod: The method of payment that the user chose.
  ///   - additional: Properties of your own.
  public init(
    checkoutID: String? = nil, orderID: String? = nil, step: Int? = nil,
    shippingMethod: String? = nil, paymentMethod: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      [
        "checkout_id": checkoutID, "order_id": orderID, "step": step,
        "shipping_method": shippingMethod, "payment_method": paymentMethod,
      ], and: additional)
  }
}
