import Cairn
import CairnCommerce
import CairnSnowplow
import CairnTesting
import Counterparts
import Foundation
import Testing

@Suite("Commerce events in Snowplow, with its own schemas") struct SnowplowTests {
  private static let action =
    "iglu:com.snowplowanalytics.snowplow.ecommerce/snowplow_ecommerce_action/jsonschema/1-0-2"
  static let product: Value = [
    "id": "S1", "name": "Dome", "category": "Tents", "price": 12.75, "quantity": 2,
    "variant": "green", "brand": "Acme", "position": 3, "currency": "EUR",
  ]

  let scene: Scene

  init() throws { scene = try Self.scene(properties: "iglu:com.acme/rest/jsonschema/1-0-0") }

  static func scene(properties: String?) throws -> Scene {
    let collector = try #require(URL(string: "https://example.com"))
    return Scene {
      SnowplowDestination(
        collector: collector, appID: "shop",
        schemas: SnowplowSchemas(
          vendor: "com.acme", properties: properties, commerce: SnowplowCommerce(currency: "EUR")),
        transport: $0)
    }
  }

  static func payloads(_ scene: Scene) -> [Value] {
    scene.bodies.flatMap { $0["data"]?.arrayValue ?? [] }
  }

  static func described(_ payload: Value, _ key: String) -> Value? {
    Value(json: (payload[key]?.stringValue ?? "").utf8)?["data"]
  }

  /// Returns the entities of an event by name, after a check of its action and of its literal.
  func entities(of event: some TypedEvent, as action: String) async throws -> [String: [Value]] {
    await scene.track(event)
    let payloads = Self.payloads(scene)
    try #require(payloads.count == 2)
    let subject = Self.described(payloads[0], "ue_pr")
    #expect(subject?["schema"] == .string(Self.action))
    #expect(subject?["data"]?["type"] == .string(action))
    #expect(payloads[0]["ue_pr"] == payloads[1]["ue_pr"])
    #expect(payloads[0]["co"] == payloads[1]["co"])
    return Self.entities(payloads[0])
  }

  static func entities(_ payload: Value) -> [String: [Value]] {
    let all = described(payload, "co")?.arrayValue ?? []
    return Dictionary(grouping: all) { entity in
      (entity["schema"]?.stringValue ?? "").split(separator: "/").dropFirst().first
        .map(String.init) ?? ""
    }.mapValues { $0.compactMap { $0["data"] } }
  }

  @Test("an order is a transaction with its products, and the rest is in your entity")
  func transaction() async throws {
    var order = Examples.order
    order.additional["payment_method"] = "card"
    let entities = try await entities(
      of: OrderCompleted(order, checkoutID: "K1", subtotal: 24.5), as: "transaction")
    #expect(
      entities["transaction"] == [
        [
          "transaction_id": "A-1", "revenue": 25.5, "currency": "EUR", "payment_method": "card",
          "total_quantity": 2, "tax": 2.25, "shipping": 3.5, "discount_code": "SPRING",
          "discount_amount": 1.5,
        ]
      ])
    #expect(entities["product"] == [Self.product])
    #expect(
      entities["rest"] == [
        ["affiliation": "Shop", "checkout_id": "K1", "subtotal": 24.5, "total": 30.5]
      ])
  }

  @Test("a refund has the amount that was refunded")
  func refund() async throws {
    let entities = try await entities(of: OrderRefunded(Examples.order), as: "refund")
    #expect(
      entities["refund"] == [["transaction_id": "A-1", "currency": "EUR", "refund_amount": 30.5]])
    #expect(entities["product"] == [Self.product])
  }

  @Test(
    "an event about one product has a product",
    arguments: [
      (ProductClicked(Examples.product), "list_click"),
      (ProductViewed(Examples.product), "product_view"),
      (ProductAdded(Examples.product), "add_to_cart"),
      (WishlistProductAddedToCart(Examples.product), "add_to_cart"),
      (ProductRemoved(Examples.product), "remove_from_cart"),
    ] as [(any TypedEvent, String)])
  func product(event: any TypedEvent, action: String) async throws {
    let entities = try await entities(of: event, as: action)
    #expect(entities["product"] == [Self.product])
  }

  @Test("a list, a promotion and a completed step have their own entities")
  func others() async throws {
    let step: Value = ["step": 2, "delivery_method": "post", "payment_method": "card"]
    let promotion: Value = [
      "id": "P1", "name": "Sale", "creative_id": "banner_2", "slot": "home_top",
    ]
    await scene.track(Examples.browsing[1], Examples.browsing[3], Examples.checkout[2])
    let entities = Self.payloads(scene).map(Self.entities)
    #expect(entities[0]["product"] == [Self.product])
    #expect(
      Self.described(Self.payloads(scene)[0], "ue_pr")?["data"]
        == ["type": "list_view", "name": "L1"])
    #expect(entities[1]["promotion"] == [promotion])
    #expect(entities[2]["checkout_step"] == [step])
  }

  @Test("an event that lacks what Snowplow's schema requires keeps your schema, and is counted")
  func incomplete() async throws {
    let scene = try Self.scene(properties: nil)
    let cheap = CommerceProduct(id: "S2", category: "Tents", price: 0.125)
    scene.analytics.track(OrderCompleted(Examples.order))
    scene.analytics.track(ProductAdded(cheap))
    scene.analytics.track(ProductListViewed(products: [cheap, Examples.product]))
    scene.analytics.track(OrderUpdated(Examples.order))
    await scene.analytics.flush()
    let schemas = Self.payloads(scene).map { Self.described($0, "ue_pr")?["schema"]?.stringValue }
    #expect(
      schemas == [
        "iglu:com.acme/order_completed/jsonschema/1-0-0",
        "iglu:com.acme/product_added/jsonschema/1-0-0", Self.action,
        "iglu:com.acme/order_updated/jsonschema/1-0-0",
      ])
    #expect(
      scene.analytics.diagnostics.snapshot().destinations.first?.adjusted == [
        "e-commerce event with your schema, because it lacks what Snowplow's requires": 2,
        "product left out that lacks what Snowplow's schema requires": 1,
        "properties of a product left out": 1,
      ])
  }

  @Test("every event keeps to the schemas that are there", .needsPython, .needsVendorSchemas)
  func schemas() async throws {
    var order = Examples.order
    order.additional["payment_method"] = "card"
    await scene.track(Examples.all + [OrderCompleted(order)])
    let faults = try await Python.run(
      "validate_snowplow.py", [VendorSchemas.path("iglu")],
      lines: scene.network.requests.map(\.body))
    #expect(faults.filter { !$0.hasPrefix("unknown ") } == [])
  }
}
