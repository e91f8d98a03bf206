public import Cairn

/// Records that the user filtered or sorted a list of products.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#product-list-filtered>.
public struct ProductListFiltered: TypedEvent, Hashable {
  /// A filter or a sort order, and the user's choice for it.
  public struct Choice: Hashable, Sendable {
    /// The identifier of the filter or of the sort order, such as `price`.
    public var type: String
    /// The identifier of the choice, such as `under-25`, or `desc`.
    public var value: String

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - type: The identifier of the filter or of the sort order.
    ///   - value: The identifier of the choice.
    public init(type: String, value: String) {
      self.type = type
      self.value = value
    }
  }

  /// `Product List Filtered`.
  public static let name = "Product List Filtered"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - listID: The identifier of the list.
  ///   - category: The category that the list shows.
  ///   - filters: The filters that the user chose.
  ///   - sorts: The sort orders that the user chose.
  ///   - products: The products in the list.
  ///   - additional: Properties of your own.
  public init(
    listID: String? = nil, category: String? = nil, filters: [Choice] = [], sorts: [Choice] = [],
    products: [CommerceProduct] = [], additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      [
        "list_id": listID, "category": category, "filters": Self.value(filters),
        "sorts": Self.value(sorts), "products": Value(products),
      ], and: additional)
  }

  private static func value(_ choices: [Choice]) -> Value {
    guard !choices.isEmpty else { return .null }
    return .array(choices.map { ["type": .string($0.type), "value": .string($0.value)] })
  }
}
