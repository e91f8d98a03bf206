public import Cairn
public import Foundation

/// An order, with which the events from `CheckoutStarted` to `OrderRefunded` are made.
///
/// ```swift
/// let order = CommerceOrder(id: "A-1", revenue: 189.9, currency: "EUR", products: [tent])
/// analytics.track(CheckoutStarted(order))
/// analytics.track(OrderCompleted(order))
/// ```
///
/// Segment's specification expects the same properties in all of them. Properties that are nil are
/// left out, and so is an empty list of products. Amounts are in units of the currency, such as
/// 12.5 euros, and are sent as the nearest `Double`. See
/// <https://segment.com/docs/connections/spec/ecommerce/v2/#order-completed>.
public struct CommerceOrder: Hashable, Sendable {
  /// The identifier of the order: `order_id`.
  public var id: String?
  /// The store where the order was made.
  public var affiliation: String?
  /// The amount with discounts and coupons.
  ///
  /// The key is `total`; in `CheckoutStarted`, as the specification defines, `value`.
  public var total: Decimal?
  /// The amount without shipping and tax.
  ///
  /// Amplitude and Firebase show it as revenue.
  public var revenue: Decimal?
  /// The cost of shipping.
  public var shipping: Decimal?
  /// The tax.
  public var tax: Decimal?
  /// The discount.
  public var discount: Decimal?
  /// The code of the coupon for the order.
  public var coupon: String?
  /// The ISO 4217 code of the currency, such as `EUR`.
  public var currency: String?
  /// The products.
  public var products: [CommerceProduct]
  /// Properties of your own; those of the specification take precedence.
  public var additional: [String: Value]

  /// Makes an order.
  ///
  /// - Parameters:
  ///   - id: The identifier of the order; nil if there is none before the payment.
  ///   - affiliation: The store where the order was made.
  ///   - total: The amount with discounts and coupons.
  ///   - revenue: The amount without shipping and tax.
  ///   - shipping: The cost of shipping.
  ///   - tax: The tax.
  ///   - discount: The discount.
  ///   - coupon: The code of the coupon for the order.
  ///   - currency: The ISO 4217 code of the currency.
  ///   - products: The products.
  ///   - additional: Properties of your own, such as `payment_method`.
  public init(
    id: String?, affiliation: String? = nil, total: Decimal? = nil, revenue: Decimal? = nil,
    shipping: Decimal? = nil, tax: Decimal? = nil, discount: Decimal? = nil,
    coupon: String? = nil, currency: String? = nil, products: [CommerceProduct] = [],
    additional: [String: (any PropertyValue)?] = [:]
  ) {
    self.id = id
    self.affiliation = affiliation
    self.total = total
    self.revenue = revenue
    self.shipping = shipping
    self.tax = tax
    self.discount = discount
    self.coupon = coupon
    self.currency = currency
    self.products = products
    self.additional = .present(additional)
  }

  /// Returns the properties; `total` has the key that the event defines.
  func properties(total key: String = "total") -> [String: Value] {
    .specified(
      [
        "order_id": id, "affiliation": affiliation, key: total, "revenue": revenue,
        "shipping": shipping, "tax": tax, "discount": discount, "coupon": coupon,
        "currency": currency, "products": Value(products),
      ], and: additional)
  }
}
