import Testing

@testable import CairnCollector

@Suite("PostgreSQL acknowledges an event when its standby has it")
struct StandbyTests {
  @Test("without the standby neither an event nor its duplicate is acknowledged")
  func missing() async throws {
    guard StoreEngine.installed.contains(.postgresql) else { return }
    let server = try PostgreSQLServer.start([])
    let url = try await server.database()
    let first = PostgreSQLEventStore(url: url, statementTimeout: .milliseconds(300))
    let second = PostgreSQLEventStore(url: url, statementTimeout: .milliseconds(300))
    try await first.migrate()
    try await second.migrate()
    let before = try StoreFixture.request([StoreEvents.event("before")])
    #expect(try await first.commit([before]) == [[.stored]])
    try await server.administer("ALTER SYSTEM SET synchronous_standby_names = 's1'")
    try await server.administer("SELECT pg_reload_conf()")
    let request = try StoreFixture.request([StoreEvents.event("a")])
    try await eventually("the server waits for its standby") {
      await failure(of: before, first) != nil
    }
    for store in [first, second, first] {
      // The primary has it, and the standby may not.
      guard case .outcomeUnknown = await failure(of: request, store) else {
        Issue.record("it is acknowledged, or refused for another reason")
        continue
      }
    }
    #expect(await second.readiness() != .ready)
    try await server.administer("ALTER SYSTEM RESET synchronous_standby_names")
    try await server.administer("SELECT pg_reload_conf()")
    try await eventually("commits succeed again") {
      await failure(of: request, second) == nil
    }
    #expect(try await second.commit([request]) == [[.duplicate]])
    try first.close()
    try second.close()
  }

  private func failure(of request: StoreRequest, _ store: any EventStore) async -> StoreFailure? {
    do {
      _ = try await store.commit([request])
      return nil
    } catch {
      return error
    }
  }
}
