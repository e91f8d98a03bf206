public import Cairn

/// Records that the user added a product to a wish list.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-added-to-wishlist>.
public struct ProductAddedToWishlist: TypedEvent, Hashable {
  /// `Product Added to Wishlist`.
  public static let name = "Product Added to Wishlist"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - wishlistID: The identifier of the wish list.
  ///   - wishlistName: The name of the wish list.
  ///   - additional: Properties of your own.
  public init(
    _ product: CommerceProduct, wishlistID: String? = nil, wishlistName: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["wishlist_id": wishlistID, "wishlist_name": wishlistName], and: additional, product)
  }
}

/// Records that the user removed a product from a wish list.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-removed-from-wishlist>.
public struct ProductRemovedFromWishlist: TypedEvent, Hashable {
  /// `Product Removed from Wishlist`.
  public static let name = "Product Removed from Wishlist"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - wishlistID: The identifier of the wish list.
  ///   - wishlistName: The name of the wish list.
  ///   - additional: Properties of your own.
  public init(
    _ product: CommerceProduct, wishlistID: String? = nil, wishlistName: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["wishlist_id": wishlistID, "wishlist_name": wishlistName], and: additional, product)
  }
}

/// Records that the user added a product of a wish list to the cart.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#wishlist-product-added-to-cart>.
public struct WishlistProductAddedToCart: TypedEvent, Hashable {
  /// `Wishlist Product Added to Cart`.
  public static let name = "Wishlist Product Added to Cart"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - wishlistID: The identifier of the wish list.
  ///   - wishlistName: The name of the wish list.
  ///   - cartID: The identifier of the cart.
  ///   - additional: Properties of your own.
  public init(
    _ product: CommerceProduct, wishlistID: String? = nil, wishlistName: String? = nil,
    cartID: String? = nil, additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["wishlist_id": wishlistID, "wishlist_name": wishlistName, "cart_id": cartID],
      and: additional, product)
  }
}
