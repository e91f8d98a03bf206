import Cairn

/// Maps revenue properties to the fields that Amplitude sums up.
///
/// The fields and the negative amounts of refunds are those of
/// <https://amplitude.com/docs/data/sources/instrument-track-revenue>, the events those of
/// <https://segment.com/docs/connections/spec/ecommerce/v2/>.
enum AmplitudeRevenue {
  /// Events about an order that is not paid with them, although they have a `revenue`.
  ///
  /// Amplitude's revenue is that of a purchase. With these events it would count an order twice, or
  /// one that was cancelled.
  private static let unpaid: Set<String> = ["Checkout Started", "Order Cancelled", "Order Updated"]

  /// Returns the fields; empty without a `revenue`, because Amplitude would count the price of a
  /// viewed product as revenue.
  static func fields(_ event: DecodedEvent) -> [String: Value] {
    let properties = event.properties
    switch event.name {
    case "Order Refunded": return refund(properties)
    case let name where unpaid.contains(name): return [:]
    default: break
    }
    guard let revenue = properties["revenue"], revenue.doubleValue != nil else { return [:] }
    var fields = ["revenue": revenue]
    if let price = properties["price"], price.doubleValue != nil { fields["price"] = price }
    fields["quantity"] = properties["quantity"]?.intValue.map(Value.int)
    let product = properties["productId"] ?? properties["product_id"] ?? properties["sku"]
    fields["productId"] = product?.stringValue.map(Value.string)
    fields["revenueType"] = type(properties)
    fields["currency"] = currency(properties)
    return fields
  }

  /// Returns the fields of a refund, whose amount is negative.
  ///
  /// A refund without a `revenue` has a `total`, as in Segment's specification. It has no `price`,
  /// of which Amplitude would make a positive amount.
  private static func refund(_ properties: [String: Value]) -> [String: Value] {
    guard let amount = properties["revenue"]?.doubleValue ?? properties["total"]?.doubleValue else {
      return [:]
    }
    var fields: [String: Value] = ["revenue": .double(-abs(amount))]
    fields["revenueType"] = type(properties) ?? "refund"
    fields["currency"] = currency(properties)
    return fields
  }

  private static func type(_ properties: [String: Value]) -> Value? {
    (properties["revenueType"] ?? properties["revenue_type"])?.stringValue.map(Value.string)
  }

  /// Returns the currency: three capital letters.
  private static func currency(_ properties: [String: Value]) -> Value? {
    guard let code = properties["currency"]?.stringValue?.uppercased(), code.utf8.count == 3,
      code.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
    else { return nil }
    return .string(code)
  }
}
