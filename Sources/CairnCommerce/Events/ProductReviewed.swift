public import Cairn

/// Records that the user reviewed a product.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-reviewed>.
public struct ProductReviewed: TypedEvent, Hashable {
  /// `Product Reviewed`.
  public static let name = "Product Reviewed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - productID: The identifier of the product.
  ///   - reviewID: The identifier of the review.
  ///   - body: The text of the review.
  ///   - rating: The rating, which the specification defines as text, such as `5`.
  ///   - additional: Properties of your own.
  public init(
    productID: String?, reviewID: String? = nil, body: String? = nil, rating: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["product_id": productID, "review_id": reviewID, "review_body": body, "rating": rating],
      and: additional)
  }
}
