public import Cairn
public import Foundation

/// A product in an event: the one that the event is about, or an element of `products`.
///
/// ```swift
/// let tent = CommerceProduct(id: "507f1f77", sku: "T-2", name: "Tent", price: 189.9, quantity: 1)
/// analytics.track(ProductAdded(tent))
/// ```
///
/// The keys are those of Segment's specification: `product_id`, `image_url` and so on.
/// Properties that are nil are left out. See
/// <https://segment.com/docs/connections/spec/ecommerce/v2/>.
public struct CommerceProduct: Hashable, Sendable {
  /// The identifier in the app's database: `product_id`.
  public var id: String?
  /// The public identifier, which may be the same: `sku`.
  public var sku: String?
  /// The category.
  public var category: String?
  /// The name.
  public var name: String?
  /// The brand.
  public var brand: String?
  /// The variant, such as a colour.
  public var variant: String?
  /// The price of one unit, in the currency of the event.
  public var price: Decimal?
  /// The number of units.
  public var quantity: Int?
  /// The code of a coupon for this product.
  public var coupon: String?
  /// The position in the list that shows the product.
  public var position: Int?
  /// The address of the product's page.
  public var url: URL?
  /// The address of the product's image: `image_url`.
  public var imageURL: URL?
  /// Properties of your own; those of the specification take precedence.
  public var additional: [String: Value]

  /// Makes a product.
  ///
  /// Firebase shows a product only if it has an identifier, an SKU or a name.
  ///
  /// - Parameters:
  ///   - id: The identifier in the app's database.
  ///   - sku: The public identifier, which may be the same.
  ///   - category: The category.
  ///   - name: The name.
  ///   - brand: The brand.
  ///   - variant: The variant, such as a colour.
  ///   - price: The price of one unit, in the currency of the event.
  ///   - quantity: The number of units.
  ///   - coupon: The code of a coupon for this product.
  ///   - position: The position in the list that shows the product.
  ///   - url: The address of the product's page.
  ///   - imageURL: The address of the product's image.
  ///   - additional: Properties of your own.
  public init(
    id: String?, sku: String? = nil, category: String? = nil, name: String? = nil,
    brand: String? = nil, variant: String? = nil, price: Decimal? = nil, quantity: Int? = nil,
    coupon: String? = nil, position: Int? = nil, url: URL? = nil, imageURL: URL? = nil,
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    self.id = id
    self.sku = sku
    self.category = category
    self.name = name
    self.brand = brand
    self.variant = variant
    self.price = price
    self.quantity = quantity
    self.coupon = coupon
    self.position = position
    self.url = url
    self.imageURL = imageURL
    self.additional = .present(additional)
  }

  var properties: [String: Value] {
    .specified(
      [
        "product_id": id, "sku": sku, "category": category, "name": name, "brand": brand,
        "variant": variant, "price": price, "quantity": quantity, "coupon": coupon,
        "position": position, "url": url, "image_url": imageURL,
      ], and: additional)
  }
}
