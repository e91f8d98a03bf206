import Cairn
import CairnContent
import CairnTesting
import Foundation
import Testing

@Suite struct GroupDeliveryTests {
  let delivery = GroupDelivery()
  let key = UUID()

  static func group(_ number: UInt64, _ envelope: String = "") -> SealedGroup {
    SealedGroup(
      id: NameUUID.make(of: ["\(number)"]),
      events: [EventID(high: 1, low: 2 * number), EventID(high: 1, low: 2 * number + 1)],
      envelope: Array(envelope.utf8), payload: Array("\(number)".utf8))
  }

  let groups = (0..<4).map { group($0) }

  /// Returns a batch of events without a journal.
  func batch(_ groups: [SealedGroup]) throws -> Batch {
    let server = RecordingDestination()
    let events = try groups.flatMap(\.events).map { id in
      let payload = EventPayload.bytes(id)
      return try #require(
        payload.withUnsafeBytes {
          StoredEvent($0, at: Position(lane: LaneID(rawValue: 1), index: 1))
        })
    }
    _ = server
    return Batch(key: key, events: events, body: [], attempt: 0, milliseconds: 0)
  }

  /// Returns the sent texts, one for each request, and the outcome.
  func deliver(
    _ groups: [SealedGroup], atMost most: Int = .max, _ answers: Outcome...
  ) async throws -> (sent: [String], outcome: Outcome) {
    let sent = Locked<[String]>([])
    let outcome = await delivery.deliver(try batch(groups), groups, atMost: most) { part in
      let number = sent.withLock { sent in
        sent.append(part.map { String(decoding: $0.payload, as: UTF8.self) }.joined())
        return sent.count - 1
      }
      return answers.indices.contains(number) ? answers[number] : .accepted
    }
    return (sent.withLock { $0 }, outcome)
  }

  @Test("all groups are sent in one request, or in as many as permitted at once")
  func requests() async throws {
    #expect(try await deliver(groups).sent == ["0123"])
    let other = GroupDeliveryTests()
    #expect(try await other.deliver(groups, atMost: 3).sent == ["012", "3"])
  }

  @Test("groups of different envelopes do not share a request")
  func envelopes() async throws {
    let groups = [Self.group(0, "a"), Self.group(1, "a"), Self.group(2, "b"), Self.group(3, "a")]
    #expect(try await deliver(groups).sent == ["01", "2", "3"])
  }

  @Test(
    "a batch that is too large is split between groups; a single group is refused completely"
  )
  func split() async throws {
    let (sent, outcome) = try await deliver(groups, .split, .split, .split)
    #expect(sent == ["0123", "01", "0", "1", "23"])
    let rejection: DeliveryRejection = "too large for the destination"
    #expect(outcome == .partial(refused: [0: rejection, 1: rejection], again: []))
  }

  @Test("a refused event is searched for between groups; the others are settled")
  func refused() async throws {
    let (sent, outcome) = try await deliver(
      groups, .refused("no"), .accepted, .refused("no"), .refused("why"))
    #expect(sent == ["0123", "01", "23", "2", "3"])
    #expect(outcome == .partial(refused: [4: "why", 5: "why"], again: []))
  }

  @Test("after a failure the batch does not change, and settled events are not sent again")
  func later() async throws {
    let wait = Outcome.later(afterSeconds: 7, reason: "busy")
    let first = try await deliver(groups, atMost: 1, .accepted, .refused("no"), wait)
    #expect(first.sent == ["0", "1", "2"])
    #expect(first.outcome == wait)
    let second = try await deliver(groups, atMost: 1)
    #expect(second.sent == ["2", "3"])
    #expect(second.outcome == .partial(refused: [2: "no", 3: "no"], again: []))
  }

  @Test(
    "events requested again are sent again with the same identifiers, never in another batch"
  )
  func again() async throws {
    let first = try await deliver(groups, .partial(refused: [1: "no"], again: [2, 3]))
    #expect(first.outcome == .later(afterSeconds: nil, reason: "to be retried in part"))
    let second = try await deliver(groups)
    #expect(second.sent == ["23"])
    #expect(second.outcome == .partial(refused: [2: "no", 3: "no"], again: []))
  }

  @Test("an event that belongs to no group is refused, not forgotten")
  func stranger() async throws {
    let outcome = await delivery.deliver(try batch(groups), Array(groups.dropLast())) { _ in
      .accepted
    }
    let rejection: DeliveryRejection = "it is not a valid interaction"
    #expect(outcome == .partial(refused: [6: rejection, 7: rejection], again: []))
  }

  @Test("a sealed body is read back unchanged")
  func body() {
    let groups = [Self.group(1, #"{"a":1}"#), Self.group(2)]
    let sealed = SealedGroups(groups, context: Array("{}".utf8))
    #expect(SealedGroups(sealed.body) == sealed)
    #expect(SealedGroups(Array("{}\nbroken".utf8)) == nil)
    #expect(SealedGroups([])?.groups == [])
  }
}

/// The payload of an event's record, as the journal holds it.
enum EventPayload {
  static func bytes(_ id: EventID) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 64)
    EventRecord(id: id, kind: .interaction, time: 0).writeHeader(into: &buffer)
    buffer.append("{}")
    return Array(buffer.bytes)
  }
}
