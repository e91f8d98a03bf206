import Cairn

/// Maps revenue properties to the fields that Amplitude sums up.
enum AmplitudeRevenue {
  /// Returns the fields; empty without a `revenue`, because Amplitude would count the price of a
  /// viewed product as revenue.
  static func fields(_ properties: [String: Value]) -> [String: Value] {
    guard let revenue = properties["revenue"], revenue.doubleValue != nil else { return [:] }
    var fields = ["revenue": revenue]
    if let price = properties["price"], price.doubleValue != nil { fields["price"] = price }
    fields["quantity"] = properties["quantity"]?.intValue.map(Value.int)
    let product = properties["productId"] ?? properties["product_id"] ?? properties["sku"]
    fields["productId"] = product?.stringValue.map(Value.string)
    fields["revenueType"] = (properties["revenueType"] ?? properties["revenue_type"])?.stringValue
      .map(Value.string)
    return fields
  }
}
