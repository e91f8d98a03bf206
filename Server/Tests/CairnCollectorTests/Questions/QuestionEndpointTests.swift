import Foundation
import Testing

@testable import CairnCollector

@Suite("Questions over HTTP")
struct QuestionEndpointTests {
  private static let batch = Batches.body(
    (0..<6).map { number in
      PlainEvent(
        id: "m\(number)", name: number < 4 ? "Opened" : "Bought", user: "u\(number % 4)",
        time: 1_795_600_000_000_000 + Int64(number) * 1_000_000, plan: "pro"
      ).json
    })

  private func answer(_ running: TestCollector, _ path: String) async throws -> JSONValue {
    let response = try await running.client.get(path)
    #expect(response.status == 200, "\(path)")
    return try JSONDecoder().decode(JSONValue.self, from: response.body)
  }

  @Test("trend, funnel, retention, names and search are answered over HTTP")
  func answers() async throws {
    try await TestCollector.run { running in
      #expect(try await running.client.post(Self.batch).status == 200)
      let project = try #require(try await running.client.get("/v1/events").page().events.first)
        .project
      let query = "project=\(project)&from=2026-11-25&to=2026-11-26"
      let trend = try await answer(running, "/v1/trend?\(query)&by=plan&measure=users")
      #expect(trend["starts"] == ["2026-11-25T00:00:00.000000Z", "2026-11-26T00:00:00.000000Z"])
      #expect(trend["series"] == [["label": "pro", "values": [4, 0], "total": 4]])
      #expect(trend["readFrom"] == .null)
      let funnel = try await answer(running, "/v1/funnel?\(query)&step=Opened&step=Bought")
      #expect(
        funnel["steps"] == [
          ["name": "Opened", "users": 4, "medianSeconds": .null],
          ["name": "Bought", "users": 2, "medianSeconds": 4],
        ])
      let retention = try await answer(running, "/v1/retention?\(query)&units=2")
      let cohorts = Self.elements(retention["cohorts"])
      #expect(cohorts.map { $0["users"] } == [4, 0])
      let names = try await answer(running, "/v1/names?project=\(project)")
      #expect(
        names["names"] == [["name": "Opened", "events": 4], ["name": "Bought", "events": 2]])
      let page = try await answer(running, "/v1/search?user=u1&limit=1")
      guard case .string(let next) = page["next"] else { throw NeverHappened(what: "next") }
      let last = try await answer(running, "/v1/search?user=u1&limit=1&after=\(next)")
      #expect(Self.elements(last["events"]).map { $0["messageId"] } == ["m1"])
      #expect(last["next"] == .null)
    }
  }

  private static func elements(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements) = value { elements } else { [] }
  }

  private static func authorization(_ key: String?) -> [String: String] {
    key.map { ["Authorization": "Bearer \($0)"] } ?? [:]
  }

  @Test("a question requires a read key, and answers only about its project")
  func access() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["write": "shop"]
      $0.readKeys = ["all": .allProjects, "own": .project("shop")]
    } _: { running in
      for kind in QuestionEndpoint.Kind.allCases {
        let steps = kind == .funnel ? "step=a&step=b" : ""
        let status = { (key: String?, query: String) in
          try await running.client.get(
            "\(kind.path)?\(query)\(steps)", headers: Self.authorization(key)
          ).status
        }
        #expect(try await status(nil, "") == 401)
        #expect(try await status("write", "") == 401)
        #expect(try await status("own", "") == 200)
        #expect(try await status("own", "project=shop&") == 200)
        #expect(try await status("own", "project=other&") == 403)
        #expect(try await status("all", "project=other&") == 200)
        #expect(try await status("all", "") == (kind == .search ? 200 : 400))
        #expect(try await status("own", "limit=0&") == 400)
        #expect(try await status("own", "zone=x&") == 400)
      }
      let answer = try await running.client.get(
        "/v1/search?after=x", headers: Self.authorization("own"))
      #expect(answer.status == 400)
    }
  }
}
