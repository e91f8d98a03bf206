import Cairn
import CairnAmplitude
import CairnCommerce
import CairnTesting
import Foundation
import Testing

@Suite("Commerce events in Amplitude") struct AmplitudeTests {
  let scene = Scene { AmplitudeDestination(apiKey: "key", transport: $0) }

  var events: [Value] { scene.bodies.flatMap { $0["events"]?.arrayValue ?? [] } }

  /// Returns the revenue fields of an event, after a check that its literal is sent alike.
  func fields(of event: some TypedEvent) async throws -> [String: Value] {
    await scene.track(event)
    try #require(events.count == 2)
    let known = ["revenue", "price", "quantity", "productId", "revenueType", "currency"]
    let fields = events.map { event in (event.objectValue ?? [:]).filter { known.contains($0.key) }
    }
    #expect(fields[0] == fields[1])
    #expect(events[0]["event_properties"] == events[1]["event_properties"])
    #expect(events[0]["event_type"] == .string(type(of: event).name))
    return fields[0]
  }

  @Test("an order's revenue is Amplitude's, and its products are an array of objects")
  func completed() async throws {
    let event = OrderCompleted(Examples.order)
    #expect(try await fields(of: event) == ["revenue": 25.5, "currency": "EUR"])
    #expect(events[0]["event_properties"]?["products"]?.arrayValue?.first?["product_id"] == "S1")
  }

  @Test("a refund is negative revenue, of its total if it has no revenue")
  func refunded() async throws {
    #expect(
      try await fields(of: OrderRefunded(Examples.order))
        == ["revenue": -25.5, "revenueType": "refund", "currency": "EUR"])
  }

  @Test("a refund has the total, if it has no revenue, and the type that the app gives")
  func refundedTotal() async throws {
    let order = CommerceOrder(
      id: "A-1", total: -30.5, currency: "euro", additional: ["revenue_type": "goodwill"])
    #expect(
      try await fields(of: OrderRefunded(order))
        == ["revenue": -30.5, "revenueType": "goodwill"])
  }

  @Test("a refund without an amount is no revenue")
  func refundedNothing() async throws {
    #expect(try await fields(of: OrderRefunded(CommerceOrder(id: "A-1"))) == [:])
  }

  @Test(
    "an event about an order that is not paid, or about a product, is no revenue",
    arguments: Examples.all.filter {
      !["Order Completed", "Order Refunded"].contains(type(of: $0).name)
    })
  func others(event: any TypedEvent) async throws {
    #expect(try await fields(of: event) == [:])
    #expect(events[0]["event_properties"]?["revenue"] == event.properties["revenue"])
  }
}
