import Foundation
import Testing

@testable import CairnCollector

@Suite("The pages show what is stored, in both stores")
struct StoredPagesTests {
  private static let hostile = #"<img src=x onerror="alert(1)">'&"#

  /// Runs a collector with a new database of the engine.
  private func run(
    _ engine: StoreEngine, _ body: @Sendable (TestCollector) async throws -> Void
  ) async throws {
    let url = engine == .sqlite ? nil : try await PostgreSQLServer.shared?.database()
    try await TestCollector.run {
      if let url {
        $0.databasePath = ""
        $0.storeURL = url
      }
    } _: { running in
      try await eventually("it is ready") {
        try await running.client.get("/health/ready").status == 200
      }
      try await body(running)
    }
  }

  private func settle(_ engine: StoreEngine) async throws {
    if engine == .postgresql { try await PostgreSQLServer.shared?.settle() }
  }

  private func event(_ id: String, _ name: String, _ time: Int64, _ more: String) -> String {
    #"{"type":"track","event":\#(JSONText.encode(name)),"userId":"ada","messageId":"\#(id)","#
      + #""originalTimestamp":"\#(Timestamp.text(time))"\#(more)}"#
  }

  @Test(
    "the pages of an empty store explain that there is no event yet",
    arguments: StoreEngine.installed)
  func empty(engine: StoreEngine) async throws {
    try await run(engine) { running in
      for place in PagePlace.allCases {
        let page = try await running.client.get(place.path)
        #expect(page.status == 200, "\(place)")
        #expect(page.text.contains("yet"), "\(place)")
      }
    }
  }

  @Test("each page has the events, and a hostile name is text", arguments: StoreEngine.installed)
  func all(engine: StoreEngine) async throws {
    try await run(engine) { running in
      let now = Int64(Date().timeIntervalSince1970 * 1_000_000) - 60_000_000
      let report =
        #","properties":{"recorded":9,"balances":true,"destinations":[{"name":"main","#
        + #""accepted":9,"delivered":6,"pending":1,"dropped":{"age":2}}]}"#
      let body = Batches.body([
        event("a", Self.hostile, now, #","properties":{"plan":"<b>"}"#),
        event("b", "Bought", now + 9_000_000, #","properties":{"plan":"pro"}"#),
        event("c", LossReport.eventName, now, report),
      ])
      #expect(try await running.client.post(body, key: "shop").batch().accepted == 3)
      _ = try await running.client.post(body, key: "shop")
      try await settle(engine)
      let name = PageLink.encoded(Self.hostile)
      let expected = [
        ("/live", "Bought"), ("/explorer", "onerror=&quot;"), ("/explorer?id=b", "Bought"),
        ("/explorer?name=\(name)", "onerror=&quot;"), ("/explorer?user=ada", "Bought"),
        ("/event?project=shop&id=a", "Came 2 times"), ("/trends?by=plan", "&lt;b&gt;"),
        ("/trends?name=\(name)&measure=users", "unique users"),
        ("/funnel?step=\(name)&step=Bought", "100.0 %"), ("/funnel", "onerror=&quot;"),
        ("/retention?first=Bought", "cohorts"), ("/devices", "age 2"), ("/status", "Ready."),
      ]
      for (path, text) in expected {
        let page = try await running.client.get(path)
        #expect(page.status == 200 && page.text.contains(text), "\(path)")
        #expect(!page.text.contains("<img") && !page.text.contains("<b>"), "\(path)")
      }
      #expect(try await running.client.get("/event?project=shop&id=none").status == 404)
      try await checkFiles(running)
    }
  }

  @Test(
    "the last days are whole days of the zone with today, as those of a question",
    arguments: ["UTC", "Asia/Tokyo", "America/St_Johns", "Pacific/Auckland"])
  func lastDays(zone: String) async throws {
    struct Answer: Decodable { var starts: [String] }
    try await run(.sqlite) { running in
      let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
      let path = "/v1/trend?project=shop&zone=\(zone)"
      let asked = try await running.client.get(path)
      let starts = try JSONDecoder().decode(Answer.self, from: asked.body).starts
      let first = try #require(starts.first.flatMap(Timestamp.microseconds))
      #expect(starts.count == 7)
      // The first moment of the first day, and the last one before it.
      let body = Batches.body([
        event("a", "Seen", now, ""), event("b", "Seen", first, ""),
        event("c", "Seen", first - 1, ""),
      ])
      #expect(try await running.client.post(body, key: "shop").status == 200)
      for days in [7, 30, 90] {
        let page = try await running.client.get(
          "/trends?last=\(days)d&unit=day&zone=\(zone)&format=csv")
        let rows = page.text.split(separator: "\r\n").dropFirst()
        #expect(rows.count == days, "\(page.text)")
        guard days == 7 else { continue }
        #expect(rows.first?.hasSuffix(",1") == true && rows.last?.hasSuffix(",1") == true)
      }
    }
  }

  @Test("a page whose store does not answer explains that, with status 503")
  func away() async throws {
    try await TestCollector.run {
      $0.databasePath = ""
      $0.storeURL = "postgres://postgres@127.0.0.1:1/none"
    } _: { running in
      let page = try await running.client.get("/trends")
      #expect(page.status == 503 && page.text.contains("The store did not answer"))
      #expect(page.header("Retry-After") == "5")
      #expect(page.header("Content-Security-Policy") == PageHeaders.policy)
    }
  }

  private func checkFiles(_ running: TestCollector) async throws {
    let csv = try await running.client.get("/explorer?format=csv")
    #expect(csv.header("Content-Type") == "text/csv; charset=utf-8")
    #expect(csv.header("Content-Disposition") == "attachment; filename=\"events.csv\"")
    #expect(csv.text.split(separator: "\r\n").count == 4)
    let tables = [
      "/explorer", "/trends?by=plan", "/trends?table=totals", "/retention", "/devices",
      "/funnel?step=Bought&step=Bought", "/status?table=projects", "/event?project=shop&id=a",
    ]
    for path in tables {
      let separator = path.contains("?") ? "&" : "?"
      let json = try await running.client.get(path + separator + "format=json")
      let rows = try JSONDecoder().decode([[String: JSONValue]].self, from: json.body)
      #expect(!rows.isEmpty, "\(path)")
    }
  }
}
