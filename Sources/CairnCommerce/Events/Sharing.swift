public import Cairn

/// Records that the user shared a product.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-shared>.
public struct ProductShared: TypedEvent, Hashable {
  /// `Product Shared`.
  public static let name = "Product Shared"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - method: The way of sharing, such as `email`.
  ///   - message: The message of the sender.
  ///   - recipient: The recipient.
  ///   - additional: Properties of your own.
  public init(
    _ product: CommerceProduct, via method: String? = nil, message: String? = nil,
    recipient: String? = nil, additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["share_via": method, "share_message": message, "recipient": recipient], and: additional,
      product)
  }
}

/// Records that the user shared the cart.
///
/// The specification has no more of each product than its identifier. See
/// <https://segment.com/docs/connections/spec/ecommerce/v2/#cart-shared>.
public struct CartShared: TypedEvent, Hashable {
  /// `Cart Shared`.
  public static let name = "Cart Shared"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - cartID: The identifier of the cart.
  ///   - products: The products in the cart.
  ///   - method: The way of sharing, such as `email`.
  ///   - message: The message of the sender.
  ///   - recipient: The recipient.
  ///   - additional: Properties of your own.
  public init(
    cartID: String? = nil, products: [CommerceProduct] = [], via method: String? = nil,
    message: String? = nil, recipient: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      [
        "cart_id": cartID, "products": Value(products), "share_via": method,
        "share_message": message, "recipient": recipient,
      ], and: additional)
  }
}
