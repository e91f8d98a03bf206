import Foundation
import Testing
import ToolTestSupport

@testable import CairnCollector

/// `CAIRN_REMOVAL_ROUNDS` sets the number of kills.
@Suite("A collector that is killed during removals under load")
struct RemovalCrashTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["CAIRN_REMOVAL_ROUNDS"].flatMap { Int($0) } ?? 3
  private static let seeded = 2_400
  private static let today = Int64(Date().timeIntervalSince1970 * 1_000) / EventDay.milliseconds

  @Test(
    "no removed event can be read after the answer, no other is lost, and the counts are the rows",
    arguments: StoreEngine.installed)
  func killed(engine: StoreEngine) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let scene = RemovalFixture(
      store: engine == .sqlite
        ? ["--database", folder.path("events.sqlite")]
        : ["--store", try await PostgreSQLServer.shared?.database() ?? ""])
    var random = SystemRandomNumberGenerator()
    var kept: Set<String> = []
    try await seed(0, scene)
    for round in 0..<Self.rounds {
      let victim = try scene.start(keepDays: keepDays(round))
      let acknowledged = await load(
        round, victim, answersBeforeKill: Int.random(in: 0..<40, using: &random))
      kept.formUnion(acknowledged)
      let collector = try scene.start(keepDays: keepDays(round))
      try await eventually("the erasure is complete") {
        (try? await collector.erase("gone-\(round)")) == 200
      }
      // Events that are committed and hidden by a transaction of another test are events as well.
      if engine == .postgresql { try await PostgreSQLServer.shared?.settle() }
      try await eventually("the old events are deleted") {
        try await collector.ids().allSatisfy { !$0.hasPrefix(oldPrefix(round)) }
      }
      let late = try await collector.post([Self.gone(round, "late"), old(round, 1)])
      #expect(late == ["refused", "refused"], "round \(round)")
      if engine == .postgresql { try await PostgreSQLServer.shared?.settle() }
      let ids = try await collector.ids()
      #expect(!ids.contains { $0.hasPrefix("gone-") }, "round \(round)")
      #expect(Set(ids).count == ids.count, "round \(round)")
      #expect(kept.isSubset(of: ids), "round \(round)")
      let rows = try await collector.storedRows()
      #expect(rows == ids.count, "round \(round)")
      collector.process.crash()
      try await seed(round + 1, scene)
    }
    #expect(kept.count >= Self.rounds)
  }

  /// Each round keeps one day less than the one before.
  private func keepDays(_ round: Int) -> Int { 3_000 - round }

  /// The first day that the round deletes is kept by the one before.
  private func oldPrefix(_ round: Int) -> String { String(old(round, 0).prefix(8)) }

  private func old(_ round: Int, _ number: Int) -> String {
    let day = Self.today - Int64(keepDays(round)) - 1
    return StoreEvents.id(milliseconds: day * EventDay.milliseconds + 1_000, number)
  }

  private static func gone(_ round: Int, _ number: String) -> String { "gone-\(round)-\(number)" }

  /// Stores the events that the round removes.
  private func seed(_ round: Int, _ scene: RemovalFixture) async throws {
    let collector = try scene.start(keepDays: keepDays(round) + 1)
    for start in stride(from: 0, to: Self.seeded, by: 400) {
      let numbers = start..<(start + 400)
      let results = try await collector.post(
        numbers.flatMap { [Self.gone(round, "\($0)"), old(round, $0)] })
      #expect(results.allSatisfy { $0 == "ok" })
    }
    collector.process.crash()
  }

  /// Sends events of all kinds and erases, until the kill after a number of answers; returns the
  /// acknowledged ids of events that must stay.
  private func load(
    _ round: Int, _ collector: RemovalFixture.Collector, answersBeforeKill most: Int
  ) async -> Set<String> {
    let answers = Locked(0)
    return await withTaskGroup(of: Set<String>.self) { group in
      for client in 0..<3 {
        group.addTask {
          var kept: Set<String> = []
          for batch in 0... {
            let ids = (0..<5).map { "kept-\(round)-\(client)-\(batch)-\($0)" }
            let more = [Self.gone(round, "load-\(client)-\(batch)"), old(round, 5_000 + batch)]
            guard let results = try? await collector.post(ids + more) else { break }
            kept.formUnion(zip(ids, results).filter { $1 == "ok" }.map { $0.0 })
            let count = answers.withLock {
              $0 += 1
              return $0
            }
            if count > most { collector.process.crash() }
          }
          return kept
        }
      }
      group.addTask {
        while (try? await collector.erase("gone-\(round)")) == 200 {}
        return []
      }
      return await group.reduce(into: []) { $0.formUnion($1) }
    }
  }
}

/// A store that processes of `cairnctl collect` use one after another.
private struct RemovalFixture {
  var store: [String]

  func start(keepDays: Int) throws -> Collector {
    let process = try RunningProcess(
      [Command.tool.path, "collect", "--port", "0", "--keep-days", "\(keepDays)"] + store)
    let greeting = try #require(process.line())
    let port = try #require(greeting.split(separator: " ")[2].split(separator: ":").last)
    return Collector(process: Killable(process), client: TestClient(port: try #require(Int(port))))
  }

  /// A process that several tasks may kill.
  // Sendable: `process` is only touched while `isKilled` is locked.
  final class Killable: @unchecked Sendable {
    private let process: RunningProcess
    private let isKilled = Locked(false)

    init(_ process: RunningProcess) { self.process = process }

    func crash() {
      isKilled.withLock { isKilled in
        if !isKilled { process.crash() }
        isKilled = true
      }
    }
  }

  struct Collector: Sendable {
    let process: Killable
    let client: TestClient

    func erase(_ user: String) async throws -> Int {
      try await client.send("DELETE", "/v1/users/\(user)?project=KEY").status
    }

    /// Sends events and returns their results; the user is in the id.
    func post(_ ids: [String]) async throws -> [String] {
      let events = ids.map { id in
        let user =
          id.hasPrefix("gone-") ? id.split(separator: "-")[0...1].joined(separator: "-") : "u"
        return StoreEvents.event(id, user: user, at: "2020-01-01T00:00:00Z")
      }
      let answer = try await client.post(Batches.body(events))
      return try answer.batch().results.map(\.result)
    }

    /// Returns the number of events that are stored according to the counts.
    func storedRows() async throws -> Int {
      struct Health: Decodable { var stored, removed: Int }
      let answer = try await client.get("/health")
      let health = try JSONDecoder().decode(Health.self, from: answer.body)
      return health.stored - health.removed
    }

    func ids() async throws -> [String] {
      struct Page: Decodable {
        struct Event: Decodable { var messageId: String }
        var events: [Event]
        var next: JSONValue?
      }
      var (ids, after) = ([String](), "")
      repeat {
        let answer = try await client.get("/v1/events?limit=1000" + after)
        let page = try JSONDecoder().decode(Page.self, from: answer.body)
        ids += page.events.map(\.messageId)
        switch page.next {
        case .int(let number): after = "&after=\(number)"
        case .string(let text): after = "&after=\(text)"
        default: after = ""
        }
      } while !after.isEmpty
      return ids
    }
  }
}
