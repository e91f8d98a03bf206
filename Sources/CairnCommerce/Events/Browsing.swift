public import Cairn

/// Records that the user searched for products.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#products-searched>.
public struct ProductsSearched: TypedEvent, Hashable {
  /// `Products Searched`.
  public static let name = "Products Searched"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - query: The query: a text, or an object.
  ///   - additional: Properties of your own.
  public init(query: some PropertyValue, additional: [String: (any PropertyValue)?] = [:]) {
    properties = .specified(["query": query], and: additional)
  }
}

/// Records that the user saw a list of products.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-list-viewed>.
public struct ProductListViewed: TypedEvent, Hashable {
  /// `Product List Viewed`.
  public static let name = "Product List Viewed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - listID: The identifier of the list.
  ///   - category: The category that the list shows.
  ///   - products: The products in the list.
  ///   - additional: Properties of your own.
  public init(
    listID: String? = nil, category: String? = nil, products: [CommerceProduct] = [],
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["list_id": listID, "category": category, "products": Value(products)], and: additional)
  }
}
