import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct EncodableCallTests {
  let testing = TestAnalytics()
  var analytics: Analytics { testing.analytics }
  var last: [String: Value]? { testing.events.last?.properties }

  struct Traits: Encodable {
    var plan = "pro"
    var seats = 3
  }

  struct Throwing: TypedEvent, Encodable {
    static let name = "Throwing"
    func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
  }

  struct OrderCompleted: TypedEvent, Encodable {
    static let name = "Order Completed"
    var orderID: String
    var total: Decimal
  }

  struct CheckoutShown: TypedScreen, Encodable {
    static let name = "Checkout"
    var step = 1
  }

  struct OwnProperties: TypedEvent, Encodable {
    static let name = "Own"
    var hidden = 1
    var properties: [String: Value] { ["shown": 2] }
  }

  struct Empty: TypedEvent, Encodable {
    static let name = "Empty"
  }

  private let expected: [String: Value] = ["plan": "pro", "seats": 3]

  @Test("every call accepts an Encodable")
  func calls() async throws {
    analytics.track("Event", properties: Traits())
    #expect(last == expected)
    analytics.screen("Screen", properties: Traits())
    #expect(last == expected)
    analytics.identify("user", traits: Traits())
    #expect(last == expected)
    analytics.identify(traits: Traits())
    #expect(last == expected)
    analytics.group("acme", traits: Traits())
    #expect(last == expected)
    try await analytics.record("Recorded", properties: Traits())
    #expect(last == expected)
    analytics.endEvent("Ended", properties: Traits())
    #expect(last == expected)
    #expect(
      testing.events.map(\.kind) == [
        .track, .screen, .identify, .identify, .group, .track, .track,
      ])
    analytics.superProperties.register(properties: Traits())
    #expect(analytics.superProperties.current == expected)
  }

  @Test("every call refuses, counts and logs a value that does not encode to named values")
  func refused() async throws {
    #expect(analytics.track("Event", properties: 5) == nil)
    #expect(analytics.screen("Screen", properties: 5) == nil)
    #expect(analytics.identify("user", traits: 5) == nil)
    #expect(analytics.identify(traits: 5) == nil)
    #expect(analytics.group("acme", traits: 5) == nil)
    #expect(analytics.track(Throwing()) == nil)
    #expect(analytics.endEvent("Ended", properties: 5) == nil)
    analytics.superProperties.register(properties: 5)
    #expect(analytics.superProperties.current.isEmpty)
    #expect(
      await refusal { try await analytics.record("Recorded", properties: 5) }
        == .refused(.notEncodable))
    #expect(await refusal { try await analytics.record(Throwing()) } == .refused(.notEncodable))
    #expect(testing.events.isEmpty)
    #expect(analytics.userID == nil)
    #expect(analytics.ledger().refused == [.notEncodable: 10])
  }

  private func refusal(_ record: () async throws -> Receipt) async -> Receipt? {
    do {
      return try await record()
    } catch {
      return (error as? AnalyticsError)?.receipt
    }
  }

  @Test("a typed event that is Encodable has its encoded properties, unless it defines others")
  func typedEvents() async throws {
    analytics.track(OrderCompleted(orderID: "A-1", total: 39.95))
    #expect(last == ["orderID": "A-1", "total": 39.95])
    analytics.track(CheckoutShown())
    #expect(testing.events.last?.kind == .screen)
    #expect(last == ["step": 1])
    analytics.screen(CheckoutShown(step: 2))
    #expect(testing.events.last?.kind == .screen && testing.events.last?.name == "Checkout")
    #expect(last == ["step": 2])
    analytics.track(OwnProperties())
    #expect(last == ["shown": 2])
    analytics.track(Empty())
    #expect(last == [:])
    try await analytics.record(OrderCompleted(orderID: "A-2", total: 1))
    #expect(last?["orderID"] == "A-2")
  }
}
