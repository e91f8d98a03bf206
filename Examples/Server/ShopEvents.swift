// Made from the tracking plan "Shop server".
// Change the plan, not this file, and run `cairnctl plan generate`.
// swift-format-ignore-file

import Cairn

/// Something was ordered, and the order is confirmed.
struct OrderCompleted: TypedEvent, Hashable {
  /// The event's name.
  static let name = "Order Completed"

  /// The order's number.
  ///
  /// At least 1 character.
  var id: String
  /// The product's number.
  ///
  /// At least 1 character.
  var sku: String
  /// The total price.
  ///
  /// More than 0.
  var total: Double

  /// Makes the event.
  init(id: String, sku: String, total: Double) {
    self.id = id
    self.sku = sku
    self.total = total
  }

  /// The properties as they are recorded.
  var properties: [String: Value] {
    var properties = [String: Value](minimumCapacity: 3)
    properties["id"] = Value.string(id)
    properties["sku"] = Value.string(sku)
    properties["total"] = Value.double(total)
    return properties
  }
}

/// An unknown product was requested.
struct ProductMissed: TypedEvent, Hashable {
  /// The event's name.
  static let name = "Product Missed"

  /// The requested text.
  var sku: String

  /// Makes the event.
  init(sku: String) {
    self.sku = sku
  }

  /// The properties as they are recorded.
  var properties: [String: Value] {
    var properties = [String: Value](minimumCapacity: 1)
    properties["sku"] = Value.string(sku)
    return properties
  }
}

/// A product was requested.
struct ProductViewed: TypedEvent, Hashable {
  /// The event's name.
  static let name = "Product Viewed"

  /// The product's number.
  ///
  /// At least 1 character.
  var sku: String

  /// Makes the event.
  init(sku: String) {
    self.sku = sku
  }

  /// The properties as they are recorded.
  var properties: [String: Value] {
    var properties = [String: Value](minimumCapacity: 1)
    properties["sku"] = Value.string(sku)
    return properties
  }
}
