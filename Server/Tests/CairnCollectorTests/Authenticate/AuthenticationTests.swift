import CairnCollector
import Foundation
import Testing

@Suite("Only known write keys can store events")
struct AuthenticationTests {
  private let body = Batches.tracks(["m"])

  @Test("a known key in the header stores events in its project")
  func inHeader() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop"]
      $0.readKeys = ["READ": .allProjects]
    } _: { running in
      let reply = try await running.client.post(body).batch()
      #expect(reply.accepted == 1)
      let read = ["Authorization": "Bearer READ"]
      let page = try await running.client.get("/v1/events", headers: read).page()
      #expect(page.events.first?.project == "shop")
    }
  }

  @Test(
    "a known key in the body stores events in its project, even with a Bearer token in the header")
  func inBody() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      let body = Data(Batches.body([Batches.track("m")], more: #","writeKey":"KEY""#).utf8)
      let reply = try await running.client.post(body, key: nil).batch()
      #expect(reply.accepted == 1)
      let bearer = ["Authorization": "Bearer token"]
      #expect(
        try await running.client.post(body, key: nil, headers: bearer).batch().duplicates == 1)
    }
  }

  @Test("an unknown, a missing and an empty key are answered 401", arguments: ["WRONG", "", nil])
  func refused(key: String?) async throws {
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop"]
    } _: { running in
      let answer = try await running.client.post(body, key: key)
      #expect(answer.status == 401)
      #expect(answer.header("WWW-Authenticate") == "WriteKey realm=\"cairn\"")
      #expect(try answer.error().code == "unauthorized")
      #expect(running.collector.statistics().stored == 0)
    }
  }

  @Test(
    "without configured keys each key is accepted as its project; a missing key is answered 401"
  )
  func development() async throws {
    try await TestCollector.run { running in
      let reply = try await running.client.post(body, key: "mine").batch()
      #expect(reply.accepted == 1)
      #expect(try await running.client.get("/v1/events").page().events.first?.project == "mine")
      #expect(try await running.client.post(body, key: nil).status == 401)
    }
  }
}
