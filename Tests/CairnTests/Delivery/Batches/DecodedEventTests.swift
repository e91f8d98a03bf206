import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct DecodedEventTests {
  /// Returns the events that a destination gets for these calls.
  static func events(
    _ configuration: Configuration = Configuration(destinations: []), _ record: (Analytics) -> Void
  ) async -> (events: [StoredEvent], context: [UInt8]) {
    let sealed = Locked<([StoredEvent], [UInt8])>(([], []))
    let testing = TestAnalytics(
      configuration,
      deliveringTo: Sealer { events, context in sealed.withLock { $0 = (events, context) } })
    record(testing.analytics)
    await testing.analytics.flush()
    await testing.analytics.close()
    return sealed.withLock { $0 }
  }

  private struct Sealer: Destination {
    let name = "encryptor"
    let onSeal: @Sendable ([StoredEvent], [UInt8]) -> Void

    init(_ onSeal: @escaping @Sendable ([StoredEvent], [UInt8]) -> Void) { self.onSeal = onSeal }

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      onSeal(events, context)
      return []
    }

    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }

  @Test("every call is read back unchanged")
  func calls() async throws {
    let (events, context) = await Self.events { analytics in
      analytics.track("One", ["n": 1, "price": 20.0, "big": .int(.max), "tags": ["a"]])
      analytics.screen("Home", ["tab": 2])
      analytics.identify("user-1", traits: ["plan": "pro"])
      analytics.group("club", traits: ["size": 3])
      analytics.alias("user-2")
    }
    let decoded = try events.map { try #require(DecodedEvent($0, context: context)) }
    #expect(decoded.map(\.id) == events.map(\.id))
    #expect(decoded.map(\.kind) == [.track, .screen, .identify, .group, .alias])
    #expect(decoded.map(\.milliseconds) == events.map(\.milliseconds))
    #expect(decoded.map(\.sequence) == Array(decoded[0].sequence..<decoded[0].sequence + 5))
    #expect(decoded.map(\.name) == ["One", "Home", "", "club", ""])
    #expect(decoded.map(\.userID) == [nil, nil, "user-1", "user-1", "user-2"])
    #expect(decoded.map(\.groupID) == [nil, nil, nil, "club", nil])
    #expect(decoded.map(\.previousID) == [nil, nil, nil, nil, "user-1"])
    #expect(Set(decoded.map(\.anonymousID)).count == 1)
    #expect(
      decoded.map(\.properties) == [
        ["n": 1, "price": .double(20), "big": .int(.max), "tags": ["a"]], ["tab": 2],
        ["plan": "pro"], ["size": 3], [:],
      ])
    #expect(decoded.allSatisfy { $0.context["library"] == ["name": "cairn", "version": "0.1.0"] })
  }

  @Test("the event's own context takes precedence over the common one")
  func context() async throws {
    let (events, _) = await Self.events { $0.track("One") }
    let event = try #require(events.first)
    let own = StoredEvent(
      id: event.id, kind: event.kind, milliseconds: 0,
      json: Array(#"{"anonymousId":"a","event":"One","context":{"campaign":"new"}}"#.utf8),
      of: event)
    let shared = Array(#"{"library":{"name":"x"},"campaign":"old"}"#.utf8)
    #expect(
      DecodedEvent(own, context: shared)?.context == ["library": ["name": "x"], "campaign": "new"])
    #expect(DecodedEvent(own)?.context == ["campaign": "new"])
    #expect(DecodedEvent(event)?.context == [:])
  }

  @Test("an event that is damaged is not read")
  func damaged() async throws {
    let (events, _) = await Self.events { $0.track("One") }
    let event = try #require(events.first)
    for json in ["", "[]", "{}", String(event.text.dropLast()), #"{"anonymousId":7}"#] {
      let broken = StoredEvent(
        id: event.id, kind: event.kind, milliseconds: 0, json: Array(json.utf8), of: event)
      #expect(DecodedEvent(broken) == nil)
    }
  }
}
