import Cairn
import CairnPlan
import CairnPlanTypes
import CairnTesting
import Foundation
import Testing

/// Compiles `Golden/ShopEvents.swift` with these tests.
///
/// It is generated from `Plans/shop.json` by `cairnctl plan generate Plans/shop.json --access
/// internal --output Golden/ShopEvents.swift`.
@Suite struct GeneratedTypesTests {
  @Test("the generated types of a plan are always the same bytes as the compiled file")
  func golden() throws {
    let text = try SwiftSource.text(of: Plans.shop(), access: .internal)
    #expect(text == String(decoding: try Plans.file("Golden/ShopEvents.swift"), as: UTF8.self))
    #expect(try SwiftSource.text(of: Plans.shop(), access: .internal) == text)
  }

  static let order = OrderCompleted(
    coupon: nil, currency: .inPoints,
    items: [
      .init(quantity: 2, sku: "A", sizes: [[1.5, 2]]),
      .init(quantity: 1, sku: "B", options: ["colour": "red"]),
    ], orderID: "A-1", total: 39.95, _3dSecure: .default, address: .init(city: "Bern", zip: 3_000),
    anything: [1, nil], default: true, giftNote: "hello", paidAt: "2026-11-21T01:00:00Z", rating: 2,
    tags: ["new"], value: .high)

  @Test("an event's properties are those of the plan, by its names")
  func properties() {
    #expect(
      Self.order.properties == [
        "coupon": nil, "currency": "in points", "order_id": "A-1", "total": 39.95,
        "items": [
          ["quantity": 2, "sku": "A", "sizes": [[1.5, 2.0]]],
          ["quantity": 1, "sku": "B", "options": ["colour": "red"]],
        ],
        "3d_secure": "default", "address": ["city": "Bern", "zip": 3_000], "anything": [1, nil],
        "default": true, "gift_note": "hello", "paidAt": "2026-11-21T01:00:00Z", "rating": 2,
        "tags": ["new"], "value": "high",
      ])
    #expect(CartOpened().properties == [:])
    #expect(Home().properties == [:])
  }

  @Test("typed events are recorded as the plan declares them, and conform to it")
  func inspected() async throws {
    let inspector = PlanInspector(try Plans.shop(), refuses: true)
    var configuration = Configuration(destinations: [])
    configuration.inspectors = [inspector]
    let testing = TestAnalytics(configuration)
    testing.analytics.track(Self.order)
    testing.analytics.track(CartOpened())
    testing.analytics.track(Home(tabIndex: 1))
    try await testing.analytics.record(Home(tabIndex: 2))
    await #expect(throws: AnalyticsError.self) {
      try await testing.analytics.record(Home(tabIndex: 5))
    }
    #expect(inspector.violations == ["Home: tab_index: it violates its maximum": 1])
    let planned = testing.events.filter { inspector.plan[$0.name] != nil }
    #expect(planned.map(\.name) == ["Order Completed", "Cart Opened", "Home", "Home"])
    #expect(planned.map(\.kind) == [.track, .track, .screen, .screen])
    #expect(planned[0].properties == Self.order.properties)
  }

  static let hopeless: [(event: String, problem: String)] = [
    (
      #"{"properties": {"order_id": {}, "orderID": {}}}"#,
      #"events/E/properties/order_id: "orderID" and "order_id" are both orderID in Swift"#
    ),
    (
      #"{"properties": {"100": {}}}"#,
      #"events/E/properties/100: "100" has no letter for a Swift name"#
    ),
    (
      #"{"properties": {"properties": {}}}"#,
      "events/E/properties/properties: properties is a name that the generated type uses"
    ),
    (
      #"{"properties": {"a": {"enum": ["x y", "x_y"]}}}"#,
      #"events/E/properties/a/enum: "x y" and "x_y" are both xY in Swift"#
    ),
    (
      #"{"properties": {"a": {"items": {"type": "string", "enum": ["+"]}, "type": "array"}}}"#,
      #"events/E/properties/a/items/enum: "+" has no letter for a Swift name"#
    ),
  ]

  @Test("names that cannot be Swift's are errors with their place", arguments: hopeless)
  func hopelessNames(_ event: String, _ problem: String) throws {
    let plan = try Plans.one(event)
    do throws(PlanError) {
      _ = try SwiftSource.text(of: plan)
      Issue.record("it is taken")
    } catch {
      #expect(error.problems.map(\.description) == [problem])
    }
  }

  @Test("two events whose types would have the same name are an error")
  func hopelessEvents() throws {
    let plan = try TrackingPlan(
      json: Array(#"{"events": {"Cart Opened": {}, "cart_opened": {}}}"#.utf8))
    #expect(throws: PlanError.self) { try SwiftSource.text(of: plan) }
  }

  static let names: [(name: String, member: String, type: String)] = [
    ("order_id", "orderID", "OrderID"), ("URL", "url", "URL"),
    ("productSKU", "productSKU", "ProductSKU"),
    ("HTTPServer ids", "httpServerIds", "HTTPServerIds"), ("EUR", "eur", "Eur"),
    ("3d_secure", "_3dSecure", "_3dSecureChoice"), ("価格", "価格", "価格Choice"),
    ("Größe", "größe", "Größe"),
    ("default", "`default`", "Default"),
    ("type", "type", "TypeChoice"), ("TOTAL_PRICE", "totalPrice", "TotalPrice"),
  ]

  @Test("names of the plan are converted to names in Swift's style", arguments: names)
  func swiftNames(_ name: String, _ member: String, _ type: String) throws {
    let plan = try Plans.one(#"{"properties": {"\#(name)": {"enum": ["a"]}}}"#)
    let text = try SwiftSource.text(of: plan)
    #expect(text.contains("public var \(member): \(type)?"), "\(text)")
    #expect(text.contains("public enum \(type): String"))
  }

  @Test("text of the plan's author cannot leave a comment or a literal")
  func hostileText() throws {
    let plan = try TrackingPlan(
      json: Array(#"{"events": {"A\"\\(x)\n": {"description": "One\nimport Evil\u2028two"}}}"#.utf8)
    )
    let text = try SwiftSource.text(of: plan)
    #expect(text.contains(#"public static let name = "A\"\\(x)\n""#))
    #expect(text.contains("/// One import Evil two\n"))
  }
}
