import Cairn

/// Snowplow's e-commerce entities; nil without what their schemas require.
extension SnowplowReader {
  mutating func product() -> Value? {
    let members: [String: Value?] = [
      "id": text("product_id") ?? text("sku"), "category": text("category"),
      "price": amount("price"), "currency": currency.map(Value.string), "name": text("name"),
      "quantity": integer("quantity"), "variant": text("variant", atMost: 256),
      "brand": text("brand", atMost: 256), "position": integer("position"),
    ]
    return Self.entity(.product, members, requiring: ["id", "category", "price", "currency"])
  }

  mutating func promotion() -> Value? {
    let members: [String: Value?] = [
      "id": text("promotion_id"), "name": text("name", atMost: 256),
      "creative_id": text("creative"), "slot": text("position", atMost: 256),
    ]
    return Self.entity(.promotion, members, requiring: ["id"])
  }

  mutating func checkoutStep() -> Value? {
    let members: [String: Value?] = [
      "step": integer("step", in: 1...90),
      "delivery_method": text("shipping_method", atMost: 128),
      "payment_method": text("payment_method", atMost: 128),
    ]
    return Self.entity(.checkoutStep, members, requiring: ["step"])
  }

  /// Returns the transaction of an order, whose quantity is the sum of those of the products.
  mutating func transaction(_ quantity: Int?) -> Value? {
    let members: [String: Value?] = [
      "transaction_id": text("order_id"), "revenue": amount("revenue") ?? amount("total"),
      "currency": currency.map(Value.string),
      "payment_method": text("payment_method", atMost: 128),
      "total_quantity": quantity.map(Value.int), "tax": amount("tax"),
      "shipping": amount("shipping"), "discount_code": text("coupon", atMost: 99),
      "discount_amount": amount("discount"),
    ]
    let required = ["transaction_id", "revenue", "currency", "payment_method", "total_quantity"]
    return Self.entity(.transaction, members, requiring: required)
  }

  mutating func refund() -> Value? {
    let members: [String: Value?] = [
      "transaction_id": text("order_id"), "currency": currency.map(Value.string),
      "refund_amount": amount("total") ?? amount("revenue"),
    ]
    return Self.entity(
      .refund, members, requiring: ["transaction_id", "currency", "refund_amount"])
  }

  private static func entity(
    _ schema: SnowplowSchema, _ members: [String: Value?], requiring required: [String]
  ) -> Value? {
    let present = members.compactMapValues(\.self)
    guard required.allSatisfy({ present[$0] != nil }) else { return nil }
    return .described(.object(present), by: schema.rawValue)
  }
}
