import Cairn
import CairnFirebase
import CairnTesting
import Counterparts
import Foundation
import Testing

@Suite("Google's own schema", .needsPython, .needsVendorSchemas) struct GoogleSchemaTests {
  let scene = GoogleFixture()

  func faults(of bodies: [[UInt8]]) async throws -> [String] {
    try await VendorSchemas.faults(of: bodies, by: "ga4-mp.schema.json")
  }

  @Test("requests match the schema, for any names and values of the events")
  func valid() async throws {
    let analytics = scene.launch(scene.destination(currency: "EUR"))
    analytics.identify("u1", traits: hard)
    analytics.screen("Cart", hard)
    analytics.group("acme", traits: ["seats": 5])
    let order: [String: Value] = [
      "order_id": "A-1", "revenue": 39.95, "coupon": "SPRING",
      "products": [
        ["product_id": "S1", "name": "Shoe", "quantity": 1, "price": 39.95, "position": 2],
        ["sku": "S2", "firebase_x": 1], ["price": 3], "no product",
      ],
    ]
    for name in ["Order Completed", "Product Added", "Checkout Started", "Order Refunded"] {
      analytics.track(name, order)
    }
    for (number, key) in hard.keys.sorted().enumerated() {
      analytics.track("Event \(number)", [key: hard[key] ?? .null])
    }
    analytics.track(String(repeating: "long name ", count: 20), hard)
    await analytics.flush()
    #expect(scene.events.count > 15)
    #expect(try await faults(of: scene.network.requests.map(\.body)) == [])
  }

  @Test(
    "missing members of a recommended event are not invented: it is sent, and Google accepts it")
  func incomplete() async throws {
    let analytics = scene.launch(scene.destination(currency: "EUR"))
    analytics.track("Order Completed", ["revenue": 39.95, "currency": "euro"])
    analytics.track("Products Searched")
    await analytics.flush()
    #expect(scene.names == ["purchase", "search"])
    let faults = try await faults(of: scene.network.requests.map(\.body))
    #expect(faults.count == 4)
    #expect(faults.allSatisfy { $0.hasSuffix("is a required property") })
  }

  @Test("the check detects errors")
  func invalid() async throws {
    let body = """
      {"app_instance_id":"short","events":[{"name":"9lives","params":{}},\
      {"name":"a","params":{"value":1}}]}
      """
    let found = try await faults(of: [Array(body.utf8)])
    #expect(found.contains { $0.hasPrefix("0: app_instance_id:") })
    #expect(found.contains { $0.hasPrefix("0: events/0/name:") })
  }

  private var hard: [String: Value] {
    var properties: [String: Value] = [
      "value": "x", "a key that is far too long for what the protocol takes": 1, "ga_own": 2,
      "1st": "x", "日本": "x", "nothing": nil, "no": false, "list": [1, ["a": 2]],
      "text": .string(String(repeating: "é", count: 200)), "largest": .int(.max), "": "empty",
    ]
    for number in 0..<40 { properties["p\(number)"] = .double(Double(number) / 3) }
    return properties
  }
}
