import Cairn

/// What an event says of money, where Amplitude adds it up.
enum AmplitudeRevenue {
  /// Empty without a `revenue`: Amplitude would take the price of what is merely looked at for one.
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
