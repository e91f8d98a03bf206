public import Cairn
public import Foundation

/// Records that the user clicked or tapped a product.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-clicked>.
public struct ProductClicked: TypedEvent, Hashable {
  /// `Product Clicked`.
  public static let name = "Product Clicked"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - additional: Properties of your own.
  public init(_ product: CommerceProduct, additional: [String: (any PropertyValue)?] = [:]) {
    properties = .specified([:], and: additional, product)
  }
}

/// Records that the user saw the details of a product.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-viewed>.
public struct ProductViewed: TypedEvent, Hashable {
  /// `Product Viewed`.
  public static let name = "Product Viewed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - currency: The ISO 4217 code of the currency.
  ///   - value: The price times the quantity.
  ///   - additional: Properties of your own.
  public init(
    _ product: CommerceProduct, currency: String? = nil, value: Decimal? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(["currency": currency, "value": value], and: additional, product)
  }
}

/// Records that the user added a product to the cart.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-added>.
public struct ProductAdded: TypedEvent, Hashable {
  /// `Product Added`.
  public static let name = "Product Added"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - cartID: The identifier of the cart.
  ///   - additional: Properties of your own.
  public init(
    _ product: CommerceProduct, cartID: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(["cart_id": cartID], and: additional, product)
  }
}

/// Records that the user removed a product from the cart.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-removed>.
public struct ProductRemoved: TypedEvent, Hashable {
  /// `Product Removed`.
  public static let name = "Product Removed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - cartID: The identifier of the cart.
  ///   - additional: Properties of your own.
  public init(
    _ product: CommerceProduct, cartID: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(["cart_id": cartID], and: additional, product)
  }
}
