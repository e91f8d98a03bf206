import CairnCollector
import Foundation
import Testing

@Suite("Times are read as ISO-8601, and corrected for the sender's clock")
struct TimestampTests {
  @Test(
    "a time may have 0 to 9 fraction digits, and Z, an offset or no zone",
    arguments: [
      ("2026-11-21T01:46:02Z", "2026-11-21T01:46:02.000000Z"),
      ("2026-11-21T01:46:02.5Z", "2026-11-21T01:46:02.500000Z"),
      ("2026-11-21T01:46:02.547+00:00", "2026-11-21T01:46:02.547000Z"),
      ("2026-11-21T01:46:03.047323+00:00", "2026-11-21T01:46:03.047323Z"),
      ("2026-11-21T01:46:02.123456789-02:30", "2026-11-21T04:16:02.123456Z"),
      ("2026-11-21T01:46:02+0530", "2026-11-20T20:16:02.000000Z"),
      ("2026-11-21 01:46:02", "2026-11-21T01:46:02.000000Z"),
      ("2026-11-21T01:46Z", "2026-11-21T01:46:00.000000Z"),
      ("2024-02-29", "2024-02-29T00:00:00.000000Z"),
      ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"),
      ("2000-02-29T12:00:00Z", "2000-02-29T12:00:00.000000Z"),
      ("0000-01-01T00:00:00+23:59", "0000-01-01T00:00:00.000000Z"),
      ("9999-12-31T23:59:60Z", "9999-12-31T23:59:59.999999Z"),
    ])
  func read(text: String, normal: String) {
    #expect(Timestamp.microseconds(text).map(Timestamp.text) == normal)
  }

  @Test(
    "a text that is not a time is ignored",
    arguments: [
      "", "now", "2026", "2026-13-01", "2026-11-21T", "2026-11-21T25:00:00Z",
      "2026-11-21T01:46:02.Z", "2026-11-21T01:46:02.1234567890Z", "2026-11-21T01:46:02Zx",
      "1763689562", "2026-11-21T01:46:02+", "2026-11-21T01:46:02+24:00", "２026-11-21",
      "2026-02-29", "2026-02-31T00:00:00Z", "1900-02-29", "2026-04-31", "2026-01-00", "2026-00-01",
    ])
  func unreadable(text: String) {
    #expect(Timestamp.microseconds(text) == nil)
  }

  @Test("the calendar agrees with Foundation's over four centuries")
  func calendar() throws {
    let format = Date.ISO8601FormatStyle(timeZone: .gmt)
    for day in stride(from: -100_000, to: 100_000, by: 37) {
      let date = Date(timeIntervalSince1970: Double(day) * 86400)
      let expected = date.formatted(format).replacing("Z", with: ".000000Z")
      #expect(Timestamp.text(Int64(day) * 86_400_000_000) == expected)
      #expect(Timestamp.microseconds(date.formatted(format)) == Int64(day) * 86_400_000_000)
    }
  }

  @Test(
    "the time of a sender whose clock is an hour slow is corrected by the time when it was sent")
  func skew() async throws {
    try await TestCollector.run { running in
      let body = Batches.body(
        [Batches.track("m", more: #","timestamp":"2020-01-01T00:00:00.250Z""#)],
        more: #","sentAt":"2020-01-01T00:01:00Z""#)
      _ = try await running.client.post(body)
      let row = try #require(try await running.client.get("/v1/events").page().events.first)
      let received = try #require(Timestamp.microseconds(row.receivedAt))
      #expect(Timestamp.microseconds(row.timestamp) == received - 59_750_000)
      #expect(row.originalTimestamp == "2020-01-01T00:00:00.250Z")
      #expect(row.sentAt == "2020-01-01T00:01:00Z")
    }
  }

  @Test(
    "a correction that leaves the years 0 to 9999 ends at their edge",
    arguments: [
      ("9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"),
      ("0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0000-01-01T00:00:00.000000Z"),
    ])
  func edges(original: String, sent: String, stored: String) async throws {
    try await TestCollector.run { running in
      let event = Batches.track("m", more: #","timestamp":"\#(original)""#)
      let body = Batches.body([event], more: #","sentAt":"\#(sent)""#)
      #expect(try await running.client.post(body).batch().accepted == 1)
      let row = try #require(try await running.client.get("/v1/events").page().events.first)
      #expect(row.timestamp == stored)
      #expect(row.originalTimestamp == original)
    }
  }

  @Test("a text that is no time hides no other time of the same kind")
  func fallback() async throws {
    try await TestCollector.run { running in
      let times = [
        #""originalTimestamp":"soon","timestamp":"2020-01-01T00:00:00Z","sentAt":"now""#,
        #""originalTimestamp":"soon","timestamp":"later","sentAt":"2020-01-01T00:01:00Z""#,
        #""originalTimestamp":"2020-01-01T00:00:00Z","timestamp":"2021-01-01T00:00:00Z""#,
      ]
      let events = times.enumerated().map { Batches.track("m\($0.offset)", more: ",\($0.element)") }
      _ = try await running.client.post(
        Batches.body(events, more: #","sentAt":"2020-01-01T00:02:00Z""#))
      let rows = try await running.client.get("/v1/events").page().events
      #expect(
        rows.map(\.originalTimestamp) == ["2020-01-01T00:00:00Z", "soon", "2020-01-01T00:00:00Z"])
      #expect(
        rows.map(\.sentAt) == [
          "2020-01-01T00:02:00Z", "2020-01-01T00:01:00Z", "2020-01-01T00:02:00Z",
        ])
      let received = try rows.map { try #require(Timestamp.microseconds($0.receivedAt)) }
      let late = received.map { $0 - 120_000_000 }
      #expect(rows.map { Timestamp.microseconds($0.timestamp) } == [late[0], received[1], late[2]])
    }
  }

  @Test("without a time of sending the event's own time applies; without any, the time of arrival")
  func missing() async throws {
    try await TestCollector.run { running in
      let events = [
        Batches.track("own", more: #","timestamp":"2020-01-01T00:00:00Z""#), Batches.track("none"),
        Batches.track("bad", more: #","timestamp":"yesterday""#),
      ]
      _ = try await running.client.post(Batches.body(events))
      let rows = try await running.client.get("/v1/events").page().events
      #expect(rows.map(\.messageId) == ["own", "none", "bad"])
      #expect(rows.first?.timestamp == "2020-01-01T00:00:00.000000Z")
      #expect(rows.dropFirst().allSatisfy { $0.timestamp == $0.receivedAt })
      #expect(rows.map(\.originalTimestamp) == ["2020-01-01T00:00:00Z", nil, "yesterday"])
    }
  }
}
