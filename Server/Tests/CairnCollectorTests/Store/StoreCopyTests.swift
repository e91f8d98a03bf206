import Foundation
import Testing

@testable import CairnCollector

/// From each kind of store to each.
struct CopyDirection: Sendable, CustomTestStringConvertible {
  var source: StoreEngine
  var destination: StoreEngine

  static let all = StoreEngine.installed.flatMap { source in
    StoreEngine.installed.map { CopyDirection(source: source, destination: $0) }
  }

  var testDescription: String { "\(source) to \(destination)" }
}

@Suite("A store is copied into another one")
struct StoreCopyTests {
  /// Runs the body with two stores, the first of which has events of every kind.
  private func stores(
    _ direction: CopyDirection,
    _ body: (StoreFixture, StoreFixture) async throws -> Void
  ) async throws {
    try await StoreFixture.run(direction.source) { source in
      try await fill(source)
      try await StoreFixture.run(direction.destination) { destination in
        try await body(source, destination)
      }
    }
  }

  private func fill(_ scene: StoreFixture) async throws {
    let context = #","context":{"app":"a","note":"\u0000"},"integrations":{"x":true}"#
    for round in 0..<3 {
      let events = (0..<60).map { number in
        StoreEvents.event(
          "\(round)-\(number)", user: number.isMultiple(of: 3) ? "ada" : nil,
          anonymous: "device-\(number % 5)", at: "2026-01-01T00:00:00Z",
          more: #","properties":{"n":\#(number),"text":"é\u0000"}"#)
      }
      let project = round == 2 ? "blog" : "shop"
      _ = try await scene.commit(events, project: project, more: round == 1 ? context : "")
    }
    _ = try await scene.commit([StoreEvents.event("0-1", user: nil, anonymous: "x")], refused: 2)
    _ = try await scene.commit([StoreEvents.event("eve", user: "eve")])
    _ = try await scene.store.erase(ErasureSubject(project: "shop", identity: .user("eve")))
    _ = try await scene.store.prune(before: EventDay(20_000))
  }

  private func copy(_ source: StoreFixture, _ destination: StoreFixture) async throws
    -> [StoreCopy.Project]
  {
    try await StoreCopy(source.store, destination.store, pageEvents: 50).run { _ in }
  }

  private func expectEqual(_ source: StoreFixture, _ destination: StoreFixture) async throws {
    let (from, to) = (try await source.events(), try await destination.events())
    #expect(from.map(\.messageId) == to.map(\.messageId))
    #expect(from.map(\.event) == to.map(\.event))
    #expect(from.map(\.project) == to.map(\.project))
    #expect(from.map(\.receivedAt) == to.map(\.receivedAt))
    #expect(from.map(\.timestamp) == to.map(\.timestamp))
    #expect(try await source.store.summary() == destination.store.summary())
    #expect(
      try await Set(source.store.tombstones()) == Set(destination.store.tombstones()))
    #expect(try await source.store.keptFrom() == destination.store.keptFrom())
  }

  @Test(
    "a copy has the events, their order and times, the counts and the removals",
    arguments: CopyDirection.all)
  func whole(direction: CopyDirection) async throws {
    try await stores(direction) { source, destination in
      let projects = try await copy(source, destination)
      #expect(projects.map(\.name) == ["blog", "shop"])
      #expect(projects.allSatisfy { $0.events.source == $0.events.destination && $0.hasSameCounts })
      try await expectEqual(source, destination)
      // What was known stays known.
      let again = StoreEvents.event("0-1", user: nil, anonymous: "x", more: #","n":2"#)
      let late = StoreEvents.event("late", user: "eve", at: "2026-01-01T00:00:00Z")
      let original = StoreEvents.event(
        "1-0", user: "ada", anonymous: "device-0", at: "2026-01-01T00:00:00Z",
        more: #","properties":{"n":0,"text":"é\u0000"}"#)
      let results = try await destination.commit([again, late])
      #expect(results == [.conflict, .erased])
      let context = #","context":{"app":"a","note":"\u0000"},"integrations":{"x":true}"#
      let same = try await destination.commit([original], more: context)
      #expect(same == [.duplicate])
    }
  }

  @Test("a repeated copy copies only new events", arguments: CopyDirection.all)
  func again(direction: CopyDirection) async throws {
    try await stores(direction) { source, destination in
      _ = try await copy(source, destination)
      _ = try await copy(source, destination)
      try await expectEqual(source, destination)
      _ = try await source.commit([
        StoreEvents.event("new"), StoreEvents.event("0-2", user: nil, anonymous: "x"),
      ])
      _ = try await source.store.erase(ErasureSubject(project: "shop", identity: .user("ada")))
      let copied = Locked(0)
      let copy = StoreCopy(source.store, destination.store, pageEvents: 50)
      _ = try await copy.run { count in copied.withLock { $0 += count } }
      #expect(copied.withLock { $0 } == 1)
      try await expectEqual(source, destination)
    }
  }

  @Test(
    "a user who was erased after the copy is erased in it, also if a run ended before the deletion",
    arguments: CopyDirection.all)
  func erasedLater(direction: CopyDirection) async throws {
    try await stores(direction) { source, destination in
      _ = try await copy(source, destination)
      _ = try await source.store.erase(ErasureSubject(project: "shop", identity: .user("ada")))
      // As a run that is killed leaves it.
      try await destination.store.record(source.store.tombstones())
      _ = try await copy(source, destination)
      try await expectEqual(source, destination)
      let users = try await destination.events { $0.project = "shop" }.map(\.userId)
      #expect(!users.contains("ada"))
    }
  }

  @Test(
    "a copy that was interrupted after any page is completed, also while a collector writes",
    arguments: CopyDirection.all)
  func interrupted(direction: CopyDirection) async throws {
    struct Ended: Error {}
    try await stores(direction) { source, destination in
      for page in 1...2 {
        let pages = Locked(0)
        await #expect(throws: Ended.self) {
          try await StoreCopy(source.store, destination.store, pageEvents: 50).run { _ in
            let number = pages.withLock { pages in
              pages += 1
              return pages
            }
            if number == page { throw Ended() }
          }
        }
        _ = try await source.commit([StoreEvents.event("between-\(page)")])
        // The events are those stored less those removed at each moment.
        for (name, summary) in try await destination.store.summary() {
          #expect(summary.events == summary.counts.stored - summary.counts.removed, "\(name)")
        }
      }
      // Collectors send to the new store already.
      _ = try await destination.commit([StoreEvents.event("both")])
      _ = try await source.commit([StoreEvents.event("both")])
      let projects = try await copy(source, destination)
      #expect(projects.allSatisfy { $0.events.source == $0.events.destination })
      let (from, to) = (try await source.events(), try await destination.events())
      #expect(Set(from.map(\.messageId)) == Set(to.map(\.messageId)) && from.count == to.count)
      let summary = try await destination.store.summary()["shop"]
      let counts = try await source.store.summary()["shop"]?.counts
      #expect(summary?.counts.stored == counts?.stored)
      #expect(summary?.counts.duplicatesReceived == (counts?.duplicatesReceived ?? 0) + 1)
    }
  }
}
