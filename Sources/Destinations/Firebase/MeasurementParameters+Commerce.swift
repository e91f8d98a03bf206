import Cairn

/// The parameters of Google's commerce reports.
extension MeasurementParameters {
  /// Properties of the Segment specification that are renamed or converted.
  static let commerce: Set<String> = [
    "revenue", "total", "value", "currency", "order_id", "transaction_id", "products", "items",
  ]
  static let itemFields = [
    "product_id": "item_id", "sku": "item_id", "name": "item_name", "brand": "item_brand",
    "category": "item_category", "variant": "item_variant", "price": "price",
    "quantity": "quantity", "coupon": "coupon", "position": "index",
  ]
  /// Google's predefined item parameters; an item may have ten others.
  private static let googleFields: Set<String> = [
    "affiliation", "coupon", "creative_name", "creative_slot", "currency", "discount", "index",
    "item_brand", "item_category", "item_category2", "item_category3", "item_category4",
    "item_category5", "item_id", "item_list_id", "item_list_name", "item_name", "item_variant",
    "location_id", "price", "promotion_id", "promotion_name", "quantity",
  ]
  private static let mostCustomFields = 10
  /// The largest number of items; further items are left out.
  private static let mostItems = 200

  /// Adds the commerce parameters of an event, whose Google name is `event`.
  ///
  /// The protocol accepts an amount only with a currency, and vice versa.
  mutating func addCommerce(_ properties: [String: Value], of event: String?, _ currency: String?) {
    let isAboutOne = event.map(Self.eventsOfOneProduct.contains) ?? false
    let given = ["value", "revenue", "total"].lazy.compactMap { Self.number(properties[$0]) }.first
    let own = properties["currency"]?.stringValue ?? currency
    if let code = own?.uppercased(), Self.isCurrency(code) {
      if let amount = given ?? event.flatMap({ Self.amount(properties, of: $0) }) {
        put("value", amount)
        put("currency", .string(code))
      }
    } else if given != nil {
      note("an amount without a currency was left out")
    }
    if let order = Self.text(properties["transaction_id"] ?? properties["order_id"] ?? .null) {
      put("transaction_id", .string(cut(order)))
    }
    if case .array(let products)? = properties["products"] ?? properties["items"] {
      let items = products.prefix(Self.mostItems).compactMap(item)
      if items.count < products.count { note("an item was left out") }
      if !items.isEmpty { put("items", .array(items)) }
    } else if isAboutOne {
      let product = properties.filter { Self.itemFields[$0.key] != nil }
      if let item = item(.object(product)) { put("items", .array([item])) }
    }
  }

  private func item(_ product: Value) -> Value? {
    guard case .object(let fields) = product else { return nil }
    var item: [String: Value] = [:]
    var room = Self.mostCustomFields
    for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
      let known = Self.itemFields[key] ?? key
      guard let name = MeasurementName.fitted(known, atMost: MeasurementName.mostParameter),
        item[name] == nil
      else { continue }
      if !Self.googleFields.contains(name) {
        guard room > 0 else {
          note("a field of an item was left out")
          continue
        }
        room -= 1
      }
      switch name {
      case "price", "quantity", "index", "discount": item[name] = Self.number(value)
      case "item_id", "item_name": item[name] = Self.text(value).map { .string(cut($0)) }
      default: item[name] = Self.simple(value, atMost: MeasurementMapping.mostText, note)
      }
    }
    return item["item_id"] == nil && item["item_name"] == nil ? nil : .object(item)
  }

  func cut(_ text: String) -> String {
    Self.cut(text, atMost: MeasurementMapping.mostText, note)
  }

  static func number(_ value: Value?) -> Value? {
    switch value {
    case .int, .double: value
    case .string(let text)?: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    default: nil
    }
  }

  private static func text(_ value: Value?) -> String? {
    switch value {
    case .string(let text)?: text
    case .int(let number)?: String(number)
    default: nil
    }
  }

  private static func isCurrency(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains)
  }
}
