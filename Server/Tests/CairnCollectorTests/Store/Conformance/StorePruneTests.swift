import Testing

@testable import CairnCollector

@Suite("Every store deletes old events by the day in their ids")
struct StorePruneTests {
  private static let day: Int64 = 20_000

  private func id(_ day: Int64, _ offset: Int64 = 0, _ number: Int = 0) -> String {
    StoreEvents.id(milliseconds: day * EventDay.milliseconds + offset, number)
  }

  @Test(
    "pruning is exact to the millisecond, for ids in both cases of letters",
    arguments: StoreEngine.installed)
  func boundary(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let older = [id(Self.day - 400), id(Self.day - 1), id(Self.day, -1), id(Self.day, -1, 0xabc)]
      let kept = [id(Self.day), id(Self.day, 1), id(Self.day + 30), "m", "9", "~", "ffffffff"]
      // Of another version, although its digits are those of an old day.
      let other = id(Self.day - 1).replacing("-7000-", with: "-4000-")
      let upper = [id(Self.day - 1, 0, 0xfff).uppercased(), id(Self.day, 0, 0xfff).uppercased()]
      let all = older + kept + [other] + upper
      _ = try await scene.commit(all.map { StoreEvents.event($0) })
      #expect(try await scene.store.prune(before: EventDay(Self.day)) == older.count + 1)
      let left = try await scene.events().map(\.messageId)
      #expect(left == kept + [other, upper[1]])
      #expect(scene.store.totals.removed == 5)
    }
  }

  @Test(
    "events before the pruned day are refused from then on, and a lower day changes nothing",
    arguments: StoreEngine.installed)
  func expired(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let kept = EventDay(Self.day)
      _ = try await scene.store.prune(before: kept)
      _ = try await scene.store.prune(before: EventDay(Self.day - 10))
      let events = [id(Self.day - 1), id(Self.day), "m"].map { StoreEvents.event($0) }
      let results: [StoreResult] = [.expired(keptFrom: kept), .stored, .stored]
      #expect(try await scene.commit(events) == results)
      #expect(scene.store.totals.refused == 1)
      let other = try await scene.reopen()
      defer { try? other.close() }
      #expect(try await other.commit([StoreFixture.request([events[0]])]) == [[results[0]]])
    }
  }

  @Test("no old event survives beside its senders", arguments: StoreEngine.installed)
  func concurrent(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for number in 0..<40 {
              _ = try await scene.commit([
                StoreEvents.event(id(Self.day - 1, 0, writer * 100 + number)),
                StoreEvents.event(id(Self.day + 1, 0, writer * 100 + number)),
              ])
            }
          }
        }
        group.addTask {
          while scene.store.totals.stored < 40 { await Task.yield() }
          _ = try await scene.store.prune(before: EventDay(Self.day))
        }
        try await group.waitForAll()
      }
      let rows = try await scene.events()
      #expect(rows.count == 160)
      #expect(rows.allSatisfy { EventDay(inID: $0.messageId) == EventDay(Self.day + 1) })
      let totals = scene.store.totals
      #expect(totals.stored - totals.removed == 160)
    }
  }

  @Test("the day of an id is a pure function of it")
  func days() {
    #expect(EventDay(inID: id(Self.day))?.description == "2024-10-04")
    #expect(EventDay(inID: id(0)) == EventDay(0))
    for text in [
      "", "m", id(1) + "0", String(id(1).dropLast()), id(1).replacing("-7", with: "-8"),
      id(1).replacing("-8000-", with: "-c000-"), id(1).replacing("-", with: "0"),
      "g" + id(1).dropFirst(), "é" + id(1).dropFirst(2), " " + id(1).dropFirst(),
    ] {
      #expect(EventDay(inID: text) == nil, "\(text)")
    }
    let latest = (1 << 48) / EventDay.milliseconds
    for day in [latest + 1, latest + 2, .max] {
      #expect("ffffffff-ffff-7fff-bfff-ffffffffffff" < EventDay(day).firstID, "\(day)")
      #expect(EventDay(day).description > "9999")
    }
    for day in [0, 1, 19_999, Self.day, 1_000_000, latest] {
      let first = EventDay(day).firstID
      if day > 0 {
        #expect(id(day, -1).utf8.lexicographicallyPrecedes(first.utf8), "\(day)")
      }
      #expect(!id(day).utf8.lexicographicallyPrecedes(first.utf8), "\(day)")
    }
  }
}
