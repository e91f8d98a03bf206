import CairnCollector
import GRDB
import Testing

@Suite("The defaults of a batch are merged into each event")
struct ContextMergeTests {
  @Test(
    "the event's own keys win, one level deep",
    arguments: [
      ("", #","context":{"app":{"name":"Shop"},"locale":"de"},"integrations":{"All":true}"#),
      (
        #","context":{}"#,
        #","context":{"app":{"name":"Shop"},"locale":"de"},"integrations":{"All":true}"#
      ),
      (
        #","context":null"#,
        #","context":{"app":{"name":"Shop"},"locale":"de"},"integrations":{"All":true}"#
      ),
      (
        #","context":{"locale":"en","ip":null}"#,
        #","context":{"locale":"en","ip":null,"app":{"name":"Shop"}},"integrations":{"All":true}"#
      ),
      (
        #","integrations":{"All":false},"context":{"app":1,"locale":2}"#,
        #","integrations":{"All":false},"context":{"app":1,"locale":2}"#
      ),
      (#","context":"text","integrations":[]"#, #","context":"text","integrations":[]"#),
    ])
  func merged(own: String, stored: String) async throws {
    try await TestCollector.run { running in
      let shared =
        #","context":{"app":{"name":"Shop"},"locale":"de"},"integrations":{"All":true}"#
      let body = Batches.body([Batches.track("m", more: own)], more: shared)
      let reply = try await running.client.post(body).batch()
      #expect(reply.accepted == 1)
      let expected = Batches.track("m", more: stored)
      #expect(try await running.client.get("/v1/events").text.contains("\"event\":\(expected)}"))
    }
  }

  @Test("names of other code units are other names, even when Unicode calls them equivalent")
  func equivalentNames() async throws {
    // The Kelvin sign is equivalent to the letter K.
    let (composed, decomposed, kelvin) = ("caf\u{E9}", "cafe\u{301}", "\u{212A}")
    let own = #"{"\#(composed)":1,"\#(kelvin)":2}"#
    let shared = #"{"\#(decomposed)":3,"K":4}"#
    try await TestCollector.run { running in
      let event = Batches.track("m", more: #","context":\#(own)"#)
      let body = Batches.body([event], more: #","context":\#(shared)"#)
      #expect(try await running.client.post(body).batch().accepted == 1)
      let text = try await running.client.get("/v1/events").text
      let merged = #""context":{"\#(composed)":1,"\#(kelvin)":2,"\#(decomposed)":3,"K":4}"#
      #expect(text.utf8.contains(merged.utf8))
    }
  }

  @Test(
    "a context and integrations that are together larger than an event may be refuse the events")
  func tooLarge() async throws {
    try await TestCollector.run {
      $0.maxEventBytes = 1000
    } _: { running in
      for (bytes, result) in [(1000, "ok"), (1001, "refused")] {
        let (context, integrations) = (#"{"a":"12"}"#, #"{"b":""}"#)
        let padding = String(
          repeating: "x", count: bytes - context.utf8.count - integrations.utf8.count)
        let body = Batches.body(
          [Batches.track("m\(bytes)"), Batches.track("n\(bytes)", more: #","context":{"a":1}"#)],
          more: #","context":\#(context),"integrations":{"b":"\#(padding)"}"#)
        let reply = try await running.client.post(body).batch()
        #expect(reply.results.map(\.result) == [result, result])
        if result == "refused" {
          #expect(
            reply.results.first?.reason
              == "the batch's context and integrations have 1001 bytes; at most 1000")
        }
      }
    }
  }

  @Test("the defaults of a batch are stored once, and not if none of its events is new")
  func storedOnce() async throws {
    try await TestCollector.run { running in
      let padding = String(repeating: "x", count: 30_000)
      let body = Batches.body(
        (0..<500).map { Batches.track("m\($0)") }, more: #","context":{"a":"\#(padding)"}"#)
      for _ in 0..<3 { _ = try await running.client.post(body) }
      let pool = try DatabaseQueue(path: running.databasePath)
      let rows = try await pool.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM batch_defaults") ?? 0
      }
      #expect(rows == 1)
      let page = try await running.client.get("/v1/events?limit=3").page()
      #expect(page.events.allSatisfy { $0.event["context"]?["a"] == .string(padding) })
      #expect(page.events.count == 3)
    }
  }

  @Test("a context without an object in it changes nothing", arguments: ["null", "7", "{}"])
  func nothing(context: String) async throws {
    try await TestCollector.run { running in
      let body = Batches.body([Batches.track("m")], more: ",\"context\":\(context)")
      let reply = try await running.client.post(body).batch()
      #expect(reply.accepted == 1)
      #expect(try await running.client.get("/v1/events").text.contains(Batches.track("m")))
    }
  }
}
