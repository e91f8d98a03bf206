import CairnCollector
import Testing

@Suite("A collector that cannot store reports it, and acknowledges nothing")
struct SaturationTests {
  @Test("requests beyond the waiting ones are answered 429 with Retry-After, the others later 200")
  func saturated() async throws {
    try await TestCollector.run {
      $0.maxWaitingRequests = 2
    } _: { running in
      let lock = try await DatabaseLock(running.databasePath)
      let statuses = try await withThrowingTaskGroup(of: TestAnswer.self) { group in
        for index in 0..<6 {
          group.addTask { try await running.client.post(Batches.tracks(["m\(index)"])) }
        }
        var statuses: [Int] = []
        while let answer = try await group.next() {
          statuses.append(answer.status)
          if answer.status == 429 { #expect(answer.header("Retry-After") == "1") }
          // Only the four refused requests can get a response while the lock is held.
          if statuses.count == 4 {
            #expect(running.collector.statistics().waiting == 2)
            try await lock.release()
          }
        }
        return statuses
      }
      #expect(statuses == [429, 429, 429, 429, 200, 200])
      #expect(running.collector.statistics().stored == 2)
    }
  }

  @Test("a failing store is answered 503, and resent events are new")
  func storeFails() async throws {
    try await TestCollector.run { running in
      try await DatabaseLock.execute("ALTER TABLE events RENAME TO away", at: running.databasePath)
      let answer = try await running.client.post(Batches.tracks(["m"]))
      #expect(answer.status == 503)
      #expect(answer.header("Retry-After") == "5")
      #expect(try answer.error().code == "storeUnavailable")
      #expect(try await running.client.get("/health").status == 503)
      #expect(try await running.client.get("/v1/events").status == 503)
      try await DatabaseLock.execute("ALTER TABLE away RENAME TO events", at: running.databasePath)
      let reply = try await running.client.post(Batches.tracks(["m"])).batch()
      #expect(reply.accepted == 1)
      #expect(try await running.client.get("/health").status == 200)
    }
  }
}
