// Made from the tracking plan "Shop".
// Change the plan, not this file, and run `cairnctl plan generate`.
// swift-format-ignore-file

import Cairn

/// The event `Cart Opened`.
struct CartOpened: TypedEvent, Hashable {
  /// The event's name.
  static let name = "Cart Opened"

  /// Makes the event.
  init() {}

  /// The properties as they are recorded.
  var properties: [String: Value] { [:] }
}

/// The first screen.
struct Home: TypedScreen, Hashable {
  /// The event's name.
  static let name = "Home"

  /// The property `tab_index`.
  ///
  /// At least 0. At most 4.
  var tabIndex: Int?

  /// Makes the event.
  init(tabIndex: Int? = nil) {
    self.tabIndex = tabIndex
  }

  /// The properties as they are recorded.
  var properties: [String: Value] {
    var properties = [String: Value](minimumCapacity: 1)
    if let tabIndex { properties["tab_index"] = Value.int(tabIndex) }
    return properties
  }
}

/// An order was paid. It is recorded when the shop's server has confirmed the payment, and not
/// before, so it may be missing.
struct OrderCompleted: TypedEvent, Hashable {
  /// The event's name.
  static let name = "Order Completed"

  /// The property `coupon`.
  ///
  /// At most 20 characters.
  var coupon: String?
  /// The property `currency`.
  var currency: Currency
  /// The property `items`.
  ///
  /// At least 1 element.
  var items: [ItemsItem]
  /// The order's number.
  ///
  /// At least 1 character.
  var orderID: String
  /// The property `total`.
  ///
  /// At least 0.
  var total: Double
  /// The property `3d_secure`.
  var _3dSecure: _3dSecureChoice?
  /// The property `address`.
  var address: Address?
  /// The property `anything`.
  var anything: Value?
  /// The property `default`.
  var `default`: Bool?
  /// The property `gift_note`.
  var giftNote: String?
  /// The property `paidAt`.
  ///
  /// It matches `^[0-9-]+T`.
  var paidAt: String?
  /// The property `rating`.
  ///
  /// One of 1, 2, 3.
  var rating: Int?
  /// The property `tags`.
  ///
  /// At most 3 elements.
  var tags: [String]?
  /// The property `value`.
  var value: ValueChoice?

  /// Makes the event.
  init(
    coupon: String?,
    currency: Currency,
    items: [ItemsItem],
    orderID: String,
    total: Double,
    _3dSecure: _3dSecureChoice? = nil,
    address: Address? = nil,
    anything: Value? = nil,
    `default`: Bool? = nil,
    giftNote: String? = nil,
    paidAt: String? = nil,
    rating: Int? = nil,
    tags: [String]? = nil,
    value: ValueChoice? = nil
  ) {
    self.coupon = coupon
    self.currency = currency
    self.items = items
    self.orderID = orderID
    self.total = total
    self._3dSecure = _3dSecure
    self.address = address
    self.anything = anything
    self.`default` = `default`
    self.giftNote = giftNote
    self.paidAt = paidAt
    self.rating = rating
    self.tags = tags
    self.value = value
  }

  /// The properties as they are recorded.
  var properties: [String: Value] {
    var properties = [String: Value](minimumCapacity: 14)
    properties["coupon"] = coupon.map { Value.string($0) } ?? Value.null
    properties["currency"] = Value.string(currency.rawValue)
    properties["items"] = Value.array(items.map { Value.object($0.properties) })
    properties["order_id"] = Value.string(orderID)
    properties["total"] = Value.double(total)
    if let _3dSecure { properties["3d_secure"] = Value.string(_3dSecure.rawValue) }
    if let address { properties["address"] = Value.object(address.properties) }
    if let anything { properties["anything"] = anything }
    if let `default` { properties["default"] = Value.bool(`default`) }
    if let giftNote { properties["gift_note"] = Value.string(giftNote) }
    if let paidAt { properties["paidAt"] = Value.string(paidAt) }
    if let rating { properties["rating"] = Value.int(rating) }
    if let tags { properties["tags"] = Value.array(tags.map { Value.string($0) }) }
    if let value { properties["value"] = Value.string(value.rawValue) }
    return properties
  }

  /// What `currency` may be.
  enum Currency: String, CaseIterable, Sendable {
    /// `EUR`.
    case eur = "EUR"
    /// `USD`.
    case usd = "USD"
    /// `in points`.
    case inPoints = "in points"
  }

  /// What `items` holds.
  struct ItemsItem: Hashable, Sendable {
    /// The property `quantity`.
    ///
    /// More than 0.
    var quantity: Int
    /// The property `sku`.
    var sku: String
    /// The property `options`.
    var options: [String: Value]?
    /// The property `sizes`.
    var sizes: [[Double]]?

    /// Makes the object.
    init(quantity: Int, sku: String, options: [String: Value]? = nil, sizes: [[Double]]? = nil) {
      self.quantity = quantity
      self.sku = sku
      self.options = options
      self.sizes = sizes
    }

    /// The properties as they are recorded.
    var properties: [String: Value] {
      var properties = [String: Value](minimumCapacity: 4)
      properties["quantity"] = Value.int(quantity)
      properties["sku"] = Value.string(sku)
      if let options { properties["options"] = Value.object(options) }
      if let sizes { properties["sizes"] = Value.array(sizes.map { Value.array($0.map { Value.double($0) }) }) }
      return properties
    }
  }

  /// What `3d_secure` may be.
  enum _3dSecureChoice: String, CaseIterable, Sendable {
    /// `asked`.
    case asked = "asked"
    /// `default`.
    case `default` = "default"
  }

  /// What `address` holds.
  struct Address: Hashable, Sendable {
    /// The property `city`.
    var city: String
    /// The property `zip`.
    var zip: Value?

    /// Makes the object.
    init(city: String, zip: Value? = nil) {
      self.city = city
      self.zip = zip
    }

    /// The properties as they are recorded.
    var properties: [String: Value] {
      var properties = [String: Value](minimumCapacity: 2)
      properties["city"] = Value.string(city)
      if let zip { properties["zip"] = zip }
      return properties
    }
  }

  /// What `value` may be.
  enum ValueChoice: String, CaseIterable, Sendable {
    /// `high`.
    case high = "high"
    /// `low`.
    case low = "low"
  }
}
