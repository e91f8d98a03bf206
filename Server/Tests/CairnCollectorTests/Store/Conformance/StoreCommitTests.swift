import Testing

@testable import CairnCollector

@Suite("Every store has each event once, and counts what it has")
struct StoreCommitTests {
  @Test(
    "eight writers with the same requests in different orders store each event once",
    arguments: StoreEngine.installed)
  func concurrentDuplicates(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let batches = (0..<20).map { batch in (0..<25).map { "m-\(batch)-\($0)" } }
      let results = try await withThrowingTaskGroup(of: [StoreResult].self) { group in
        for writer in 0..<8 {
          group.addTask {
            var results: [StoreResult] = []
            for index in batches.indices {
              let ids = batches[(index * 7 + writer * 3) % batches.count]
              // Each writer has another order within the batch as well.
              let shifted = ids[(writer * 3)...] + ids[..<(writer * 3)]
              results += try await scene.commit(shifted.map { StoreEvents.event($0) })
            }
            return results
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(results.count { $0 == .stored } == 500)
      #expect(results.count { $0 == .duplicate } == 3_500)
      let rows = try await scene.events()
      #expect(rows.count == 500 && Set(rows.map(\.messageId)).count == 500)
      let totals = scene.store.totals
      #expect(totals.stored == 500 && totals.duplicatesReceived == 3_500)
      #expect(totals.requests == 160 && totals.refused == 0)
    }
  }

  @Test("one commit of many requests has the results of each", arguments: StoreEngine.installed)
  func group(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let other = StoreEvents.event("a", more: #","properties":{"n":2}"#)
      let results = try await scene.store.commit([
        try StoreFixture.request([StoreEvents.event("a"), StoreEvents.event("b")]),
        try StoreFixture.request([StoreEvents.event("a"), other, StoreEvents.event("c")]),
        try StoreFixture.request([StoreEvents.event("a")], project: "blog"),
        try StoreFixture.request([], refused: 3),
      ])
      #expect(
        results == [[.stored, .stored], [.duplicate, .conflict, .stored], [.stored], []])
      let totals = scene.store.totals
      #expect(totals.stored == 4 && totals.duplicatesReceived == 1)
      #expect(totals.conflictsReceived == 1 && totals.refused == 3 && totals.requests == 4)
      #expect(try await scene.events().map(\.messageId) == ["a", "b", "c", "a"])
    }
  }

  @Test(
    "an id that a request has twice is one event, and ids that Unicode calls equal are two",
    arguments: StoreEngine.installed)
  func twiceInARequest(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let other = StoreEvents.event("a", more: #","properties":{"n":2}"#)
      let (composed, decomposed) = ("\u{e9}", "e\u{301}")
      let ids = ["a", composed, "a", decomposed, composed]
      let results = try await scene.store.commit([
        try StoreFixture.request(ids.map { StoreEvents.event($0) } + [other]),
        try StoreFixture.request([StoreEvents.event("a"), StoreEvents.event(decomposed)]),
      ])
      #expect(
        results == [
          [.stored, .stored, .duplicate, .stored, .duplicate, .conflict], [.duplicate, .duplicate],
        ])
      let totals = scene.store.totals
      #expect(totals.stored == 3 && totals.duplicatesReceived == 4)
      #expect(totals.conflictsReceived == 1)
      let stored = try await scene.events().map { Array($0.messageId.utf8) }
      #expect(Set(stored) == Set(["a", composed, decomposed].map { Array($0.utf8) }))
    }
  }

  @Test(
    "committed events and counts are there when the store is opened again",
    arguments: StoreEngine.installed)
  func reopened(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      _ = try await scene.commit([StoreEvents.event("a"), StoreEvents.event("b")], refused: 1)
      let other = try await scene.reopen()
      defer { try? other.close() }
      #expect(other.totals == scene.store.totals)
      #expect(other.totals.stored == 2 && other.totals.refused == 1)
      let request = try StoreFixture.request([StoreEvents.event("b"), StoreEvents.event("c")])
      #expect(try await other.commit([request]) == [[.duplicate, .stored]])
      #expect(try await scene.events().map(\.messageId) == ["a", "b", "c"])
    }
  }

  @Test(
    "a store is ready until it is closed, and then reports the reason",
    arguments: StoreEngine.installed)
  func readiness(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      #expect(await scene.store.readiness() == .ready)
      try scene.store.close()
      let readiness = await scene.store.readiness()
      guard case .unready(let reason) = readiness else {
        return #expect(readiness != .ready)
      }
      #expect(!reason.isEmpty)
      await #expect(throws: StoreFailure.self) {
        _ = try await scene.commit([StoreEvents.event("a")])
      }
    }
  }
}
