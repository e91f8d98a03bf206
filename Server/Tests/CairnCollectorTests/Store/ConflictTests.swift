import CairnCollector
import Testing

/// Two requests with one id, and the expected result of the second.
struct SameID: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var first: String
  var second: String
  var result: String

  static func event(_ members: String) -> String {
    #"{"type":"track","event":"Seen","userId":"u","messageId":"m"\#(members)}"#
  }

  init(
    _ what: String, _ first: (event: String, batch: String),
    _ second: (event: String, batch: String), _ result: String
  ) {
    testDescription = what
    self.first = Batches.body([Self.event(first.event)], more: first.batch)
    self.second = Batches.body([Self.event(second.event)], more: second.batch)
    self.result = result
  }
}

@Suite("An event that is sent again is distinguished from a different event with the same id")
struct ConflictTests {
  static let cases = [
    SameID("the same bytes", (#","n":1"#, ""), (#","n":1"#, ""), "duplicate"),
    SameID(
      "the time of sending of the batch", ("", #","sentAt":"2025-01-01T00:00:00Z""#),
      ("", #","sentAt":"2025-01-01T00:00:09Z""#), "duplicate"),
    SameID(
      "the times of sending and arrival in the event",
      (#","sentAt":"2025-01-01T00:00:00Z","receivedAt":"2025-01-01T00:00:01Z""#, ""),
      (#","sentAt":"2025-01-01T00:00:09Z","receivedAt":"2025-01-01T00:00:10Z""#, ""), "duplicate"),
    SameID(
      "a time that a relay corrected",
      (#","originalTimestamp":"2025-01-01T00:00:00Z","timestamp":"2025-01-01T00:00:01Z""#, ""),
      (#","originalTimestamp":"2025-01-01T00:00:00Z","timestamp":"2025-01-01T00:00:02Z""#, ""),
      "duplicate"),
    SameID(
      "the same defaults of the batch, in another place", ("", #","context":{"a":1},"x":1"#),
      ("", #","x":2,"context":{"a":1}"#), "duplicate"),
    SameID(
      "empty defaults of the batch", ("", ""), ("", #","context":{},"integrations":{}"#),
      "duplicate"),
    SameID(
      "another time, where the original one is none",
      (#","originalTimestamp":null,"timestamp":"2025-01-01T00:00:01Z""#, ""),
      (#","originalTimestamp":null,"timestamp":"2025-01-01T00:00:02Z""#, ""), "conflict"),
    SameID("another value", (#","n":1"#, ""), (#","n":2"#, ""), "conflict"),
    SameID("one more member", ("", ""), (#","n":1"#, ""), "conflict"),
    SameID(
      "the sender's own time", (#","timestamp":"2025-01-01T00:00:00Z""#, ""),
      (#","timestamp":"2025-01-01T00:00:01Z""#, ""), "conflict"),
    SameID(
      "a time of sending that is a property",
      (#","properties":{"sentAt":"2025-01-01T00:00:00Z"}"#, ""),
      (#","properties":{"sentAt":"2025-01-01T00:00:01Z"}"#, ""), "conflict"),
    SameID(
      "another default of the batch", ("", #","context":{"a":1}"#), ("", #","context":{"a":2}"#),
      "conflict"),
    SameID(
      "a default under another key", ("", #","context":{"a":1}"#),
      ("", #","integrations":{"a":1}"#),
      "conflict"),
  ]

  @Test(
    "two events with one id are compared by body, without members that change at each attempt",
    arguments: cases)
  func second(sameID: SameID) async throws {
    try await TestCollector.run { running in
      #expect(try await running.client.post(sameID.first).batch().accepted == 1)
      let stored = try await running.client.get("/v1/events").text
      let reply = try await running.client.post(sameID.second).batch()
      let isConflict = sameID.result == "conflict"
      let reason = isConflict ? "another event is stored with this messageId" : nil
      #expect(
        reply
          == BatchReply(
            results: [.init(messageId: "m", result: sameID.result, reason: reason)], accepted: 0,
            duplicates: isConflict ? 0 : 1, conflicts: isConflict ? 1 : 0, refused: 0))
      // The first event and its batch's defaults are unchanged.
      #expect(try await running.client.get("/v1/events").text == stored)
    }
  }

  @Test("under one id in two projects, two events are no conflict")
  func projects() async throws {
    try await TestCollector.run { running in
      for key in ["ONE", "TWO"] {
        let event = Batches.track("m", more: #","key":"\#(key)""#)
        let reply = try await running.client.post(Batches.body([event]), key: key).batch()
        #expect(reply.accepted == 1)
      }
    }
  }
}
