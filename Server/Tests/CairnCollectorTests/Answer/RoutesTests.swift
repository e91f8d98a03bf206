import Testing

@Suite("Every path answers in JSON")
struct RoutesTests {
  @Test("an unknown path is 404 and names the known ones")
  func unknown() async throws {
    try await TestCollector.run { running in
      let answer = try await running.client.get("/v2/nothing")
      #expect(answer.status == 404)
      #expect(try answer.error().message.contains("/v1/batch"))
    }
  }

  @Test("a wrong method is answered 405 with the supported one")
  func wrongMethod() async throws {
    try await TestCollector.run { running in
      let answer = try await running.client.get("/v1/batch")
      #expect(answer.status == 405)
      #expect(answer.header("Allow") == "POST")
      #expect(try answer.error().code == "methodNotAllowed")
    }
  }

  @Test("health counts stored events, duplicates and conflicts")
  func health() async throws {
    try await TestCollector.run { running in
      _ = try await running.client.post(Batches.tracks(["a", "b"]))
      let other = Batches.track("a", more: #","x":1"#)
      _ = try await running.client.post(Batches.body([Batches.track("b"), other]))
      let answer = try await running.client.get("/health")
      #expect(answer.status == 200)
      #expect(
        answer.text.hasPrefix(
          #"{"status":"ok","stored":2,"duplicates":1,"conflicts":1,"refused":0,"requests":2,"waiting":0,"#
        ))
    }
  }
}
