import Cairn
import CairnTesting
import Foundation
import Testing

/// Properties from variables, without a conversion by the caller.
@Suite struct VariablesTests {
  let testing = TestAnalytics()
  var analytics: Analytics { testing.analytics }
  var last: [String: Value]? { testing.events.last?.properties }

  @Test("variables of every type and literals arrive with their types")
  func mixed() {
    let variables = ThirtyProperties.Variables()
    ThirtyProperties.mixed(analytics, variables)
    let expected: [String: Value] = [
      "sku": "A-1", "price": 19.9, "count": 3, "isNew": true, "tags": ["new", "sale"],
      "sizes": [38, 39], "stock": ["Berlin": 2, "Kyiv": 5], "coupon": nil,
      "viewed": .date(Date(timeIntervalSince1970: 1)), "page": "https://example.com/a?b=c",
      "cart": .string(variables.cart.uuidString), "total": 19.99, "plan": "pro", "weight": 0.1,
      "views": 7, "text": "a", "whole": 1, "number": 1.5, "yes": true, "nothing": nil,
      "list": [1, 2, 3], "names": ["a", "b"], "map": ["a": 1], "negative": -1,
      "interpolated": "3 pieces", "sum": 40.8, "first": "new", "size": 2, "upper": "A-1",
      "choice": "new",
    ]
    #expect(last == expected)
  }

  @Test("literals alone, also of mixed types within a list or an object, are values as before")
  func literals() {
    ThirtyProperties.literals(analytics)
    #expect(last?.count == 30)
    #expect(last?["names"] == ["a", 2])
    #expect(last?["map"] == ["a": 1, "b": ["c": nil]])
    analytics.track("Empty", [:])
    #expect(last == [:])
  }

  @Test("every call takes variables")
  func calls() async throws {
    let (text, number) = ("a", 1)
    let expected: [String: Value] = ["text": "a", "number": 1]
    analytics.screen("Start", ["text": text, "number": number])
    #expect(last == expected)
    analytics.identify("user", traits: ["text": text, "number": number])
    #expect(last == expected)
    analytics.identify(traits: ["text": text])
    #expect(last == ["text": "a"])
    analytics.group("acme", traits: ["text": text, "number": number])
    #expect(last == expected)
    try await analytics.record("Recorded", ["text": text, "number": number])
    #expect(last == expected)
    analytics.endEvent("Ended", ["text": text, "number": number])
    #expect(last == expected)
    analytics.superProperties.register(["text": text, "number": number])
    #expect(analytics.superProperties.current == expected)
  }

  @Test("traits of mixed types with an optional variable are values, and cause no warning")
  func optionals() {
    let (email, age): (String, Int?) = ("a@example.org", nil)
    let expected: [String: Value] = ["email": "a@example.org", "age": nil]
    analytics.identify("user", traits: ["email": email, "age": age])
    #expect(last == expected)
    analytics.identify(traits: ["email": email, "age": age])
    #expect(last == expected)
    analytics.group("acme", traits: ["email": email, "age": age])
    #expect(last == expected)
    analytics.group("acme", type: "company", traits: ["email": email, "age": age])
    #expect(last == expected)
    #expect(analytics.ledger().omittedProperties == 0)
  }

  @Test("a dictionary in a variable becomes properties, whatever the type of its values")
  func dictionaries() {
    let texts = ["a": "x"]
    analytics.track("Texts", texts)
    #expect(last == ["a": "x"])
    let optionals: [String: Int?] = ["a": 1, "b": nil]
    analytics.track("Optionals", optionals)
    #expect(last == ["a": 1, "b": nil])
    let mixed: [String: any PropertyValue] = ["a": 1, "b": texts]
    analytics.track("Mixed", mixed)
    #expect(last == ["a": 1, "b": ["a": "x"]])
  }

  struct Product: Encodable, PropertyValue {
    enum Kind: Int, Encodable, PropertyValue { case book = 1 }
    var sku: String
    var price: Decimal
    var kind = Kind.book
  }

  @Test("Encodable structures and objects of mixed types are properties within others")
  func nested() {
    let sku = "A-1"
    analytics.track(
      "Cart Viewed",
      [
        "kind": Product.Kind.book, "products": [Product(sku: sku, price: 5)],
        "cart": Value(["sku": sku, "count": 2, "none": nil]), "list": Value([sku, 2, nil]),
      ])
    let product: Value = ["sku": "A-1", "price": 5.0, "kind": 1]
    #expect(last?["kind"] == 1)
    #expect(last?["products"] == [product])
    #expect(last?["cart"] == ["sku": "A-1", "count": 2, "none": nil])
    #expect(last?["list"] == ["A-1", 2, nil])
  }

  @Test(
    "numbers of every width keep their value",
    arguments: [
      (Int8.min.propertyValue, .int(-128)), (UInt8.max.propertyValue, 255),
      (Int16.min.propertyValue, -32_768), (UInt16.max.propertyValue, 65_535),
      (Int32.min.propertyValue, .int(Int(Int32.min))), (UInt32.max.propertyValue, 4_294_967_295),
      (Int64.min.propertyValue, .int(.min)), (UInt64.max.propertyValue, .double(0x1p64)),
      (UInt.max.propertyValue, .double(0x1p64)), (UInt64(7).propertyValue, 7),
      (Float(0.1).propertyValue, 0.1), (CGFloat(1.5).propertyValue, 1.5),
      (Substring("ab").propertyValue, "ab"), (Character("ü").propertyValue, "ü"),
      (Data([1, 2]).propertyValue, "AQI="), (Optional<Int?>.some(nil).propertyValue, nil),
    ] as [(Value, Value)])
  func widths(_ pair: (Value, Value)) {
    #expect(pair.0 == pair.1)
  }

  @Test("a decimal number keeps its digits")
  func decimals() throws {
    for text in ["19.99", "0.1", "-3.33", "1000000.01", "4.35"] {
      let decimal = try #require(Decimal(string: text))
      #expect(decimal.propertyValue == .double(try #require(Double(text))))
      analytics.track("Paid", properties: ["total": decimal])
      #expect(last == ["total": .double(try #require(Double(text)))])
    }
  }
}
