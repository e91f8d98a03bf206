import Testing

@testable import CairnCollector

/// The requests of the next commit wait for each round trip, which is a millisecond in a network.
@Suite("PostgreSQL: round trips")
struct PostgreSQLRoundTripTests {
  /// Returns events with defaults and links, which have tables of their own.
  private func request(_ ids: [String]) throws -> StoreRequest {
    try StoreFixture.request(
      ids.map { StoreEvents.event($0, user: "ada", anonymous: "device") },
      more: #","context":{"app":{"name":"Shop"}}"#)
  }

  @Test(
    "a commit takes four round trips, and one more when events arrive again",
    .enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed"))
  func commit() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      let relay = RoundTripRelay()
      try await relay.run(to: scene.url, in: folder) { url in
        let store = PostgreSQLEventStore(url: url, statementTimeout: .seconds(240))
        // The first one opens the connection, and the server parses the statements.
        #expect(try await store.commit([try request(["first"])]) == [[.stored]])
        let before = relay.trips
        #expect(try await store.commit([try request(["a", "b"])]) == [[.stored, .stored]])
        #expect(relay.trips - before == 4)
        let stored = relay.trips
        #expect(try await store.commit([try request(["a", "c"])]) == [[.duplicate, .stored]])
        #expect(relay.trips - stored == 5)
        try store.close()
      }
    }
  }
}
