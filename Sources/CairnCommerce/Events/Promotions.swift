public import Cairn

/// Records that the user saw a promotion.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#promotion-viewed>.
public struct PromotionViewed: TypedEvent, Hashable {
  /// `Promotion Viewed`.
  public static let name = "Promotion Viewed"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - id: The identifier of the promotion.
  ///   - name: The name of the promotion.
  ///   - creative: The creative that is shown, such as `top_banner_2`.
  ///   - position: The place where it is shown, such as `home_banner_top`.
  ///   - additional: Properties of your own.
  public init(
    id: String?, name: String? = nil, creative: String? = nil, position: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["promotion_id": id, "name": name, "creative": creative, "position": position],
      and: additional)
  }
}

/// Records that the user clicked or tapped a promotion.
///
/// See <https://segment.com/docs/connections/spec/ecommerce/v2/#promotion-clicked>.
public struct PromotionClicked: TypedEvent, Hashable {
  /// `Promotion Clicked`.
  public static let name = "Promotion Clicked"
  /// The properties, with the keys of the specification.
  public let properties: [String: Value]

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - id: The identifier of the promotion.
  ///   - name: The name of the promotion.
  ///   - creative: The creative that is shown, such as `top_banner_2`.
  ///   - position: The place where it is shown, such as `home_banner_top`.
  ///   - additional: Properties of your own.
  public init(
    id: String?, name: String? = nil, creative: String? = nil, position: String? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    properties = .specified(
      ["promotion_id": id, "name": name, "creative": creative, "position": position],
      and: additional)
  }
}
