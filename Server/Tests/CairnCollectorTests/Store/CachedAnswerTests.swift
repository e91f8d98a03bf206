import Foundation
import PostgreSQLClient
import Testing

@testable import CairnCollector

@Suite(
  "Answers are the same, however much of the activity is in memory",
  .enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed"))
struct CachedAnswerTests {
  private static let days: Range<Int64> = 20_700..<20_712
  private static let period: Period =
    (days.lowerBound + 1) * 86_400_000_000 + 1_234_000_000..<(days.upperBound - 1) * 86_400_000_000

  /// The answers to questions of all kinds, as text.
  private static func answers(_ store: PostgreSQLEventStore) async throws -> [String] {
    let zone = TimeZone(identifier: "Asia/Kathmandu") ?? .gmt
    var texts: [String] = []
    for measure in TrendQuestion.Measure.allCases {
      for (name, property) in [(nil, nil), ("Bought", nil), (nil, "plan")] {
        let question = TrendQuestion(
          project: "shop", name: name, period: period, unit: .day, timeZone: zone,
          measure: measure, property: property)
        texts.append("\(try await store.trend(question))")
      }
    }
    for steps in [["Opened", "Bought"], ["Opened", "Searched", "Opened"]] {
      let question = FunnelQuestion(
        project: "shop", steps: steps, period: period, window: 86_400_000_000)
      texts.append("\(try await store.funnel(question))")
    }
    for (first, back) in [(nil, nil), ("Opened", "Bought")] {
      let question = RetentionQuestion(
        project: "shop", first: first, back: back, period: period, unit: .day, timeZone: zone,
        units: 5)
      texts.append("\(try await store.retention(question))")
    }
    for user in [nil, "user-3", "device-5", "shared"] {
      var search = EventSearch()
      (search.project, search.user, search.limit) = ("shop", user, 30)
      texts.append(try await store.search(search).json)
    }
    return texts
  }

  /// Changes the stored events in one of the ways of a collector.
  private static func change(
    _ step: Int, _ events: [PlainEvent], _ scene: StoreFixture, _ store: PostgreSQLEventStore
  ) async throws {
    switch step % 4 {
    case 0, 1:
      let begin = step * 40 % events.count
      let chunk = events[begin..<min(begin + 150, events.count)]
      _ = try await scene.commit(chunk.map(\.json))
    case 2: try await store.mergeActivity()
    default:
      _ = try await store.erase(
        ErasureSubject(project: "shop", identity: .user("user-\(step / 4)")))
    }
  }

  @Test("commits, merges and erasures beside a memory of any size change no answer")
  func same() async throws {
    let events = PlainEvents.make(seed: 5, count: 900, days: Self.days, people: 40)
    try await StoreFixture.run(.postgresql) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      // The memory has no row, few rows, some, or all of them.
      let stores = [0, 3_000, 30_000, 1 << 20].map { bytes in
        PostgreSQLEventStore(
          url: scene.url, statementTimeout: .seconds(240), questionCacheBytes: bytes)
      }
      defer { for store in stores { try? store.close() } }
      for step in 0..<12 {
        try await Self.change(step, events, scene, store)
        let expected = try await Self.answers(stores[0])
        #expect(Set(expected).count > 4, "step \(step)")
        for other in stores.dropFirst() {
          for round in 0..<2 {
            #expect(try await Self.answers(other) == expected, "step \(step), round \(round)")
          }
        }
      }
      #expect(stores[0].activityCache.bytes == 0 && stores[3].activityCache.bytes > 5_000)
      for (store, bytes) in zip(stores, [0, 3_000, 30_000, 1 << 20]) {
        #expect(store.activityCache.bytes <= bytes)
      }
    }
  }

  @Test("concurrent questions that share the memory have the answers of one alone")
  func concurrent() async throws {
    let events = PlainEvents.make(seed: 6, count: 600, days: Self.days, people: 40)
    try await StoreFixture.run(.postgresql) { scene in
      for start in stride(from: 0, to: events.count, by: 60) {
        _ = try await scene.commit(events[start..<start + 60].map(\.json))
      }
      let none = PostgreSQLEventStore(
        url: scene.url, statementTimeout: .seconds(240), questionCacheBytes: 0)
      defer { try? none.close() }
      let expected = try await Self.answers(none)
      for bytes in [4_000, 12_000, 1 << 20] {
        let store = PostgreSQLEventStore(
          url: scene.url, statementTimeout: .seconds(240), questionCacheBytes: bytes)
        defer { try? store.close() }
        try await withThrowingTaskGroup(of: [String].self) { group in
          for _ in 0..<6 { group.addTask { try await Self.answers(store) } }
          for try await answers in group { #expect(answers == expected) }
        }
      }
    }
  }

  @Test("rows with known ids are read again after the table was restored")
  func restored() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      let question = TrendQuestion(
        project: "shop", period: Self.period, unit: .day, timeZone: .gmt, measure: .users)
      for user in 0..<3 {
        let event = PlainEvent(
          id: "\(user)", name: "Seen", user: "u\(user)", anonymous: nil,
          time: Self.period.lowerBound + Int64(user))
        _ = try await scene.commit([event.json])
      }
      for _ in 0..<2 { #expect(try await store.trend(question).series[0].total == 3) }
      // The same ids, with events of one user only.
      _ = try await store.write { session in
        try session.script(
          """
          BEGIN;
          CREATE TABLE other (LIKE activity INCLUDING ALL);
          INSERT INTO other SELECT id, project, hour, name, events, first, last,
            (SELECT entries FROM activity ORDER BY id LIMIT 1) FROM activity;
          DROP TABLE activity;
          ALTER TABLE other RENAME TO activity;
          COMMIT
          """)
      }
      #expect(try await store.trend(question).series[0].total == 1)
    }
  }

  private static let users = TrendQuestion(
    project: "shop", period: period, unit: .day, timeZone: .gmt, measure: .users)

  private static func event(_ id: String, _ user: String?, _ anonymous: String?) -> String {
    PlainEvent(
      id: id, name: "Seen", user: user, anonymous: anonymous, time: period.lowerBound + 5
    ).json
  }

  @Test("a transaction that ends later than others that began after it adds its links")
  func late() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      _ = try await scene.commit([Self.event("1", "u", nil), Self.event("2", nil, "a")])
      let late = PostgreSQLConnection(scene.url, defaults: [:])
      defer { late.close() }
      let keys = [ActivityUser.key(ofAnonymous: "a"), ActivityUser.key(ofUser: "u")]
      let values = keys.map { "\(Int64(bitPattern: $0))" }.joined(separator: ",")
      _ = try await late.run { session in
        try session.script("BEGIN; INSERT INTO activity_links VALUES ('shop', \(values), 1)")
      }
      _ = try await scene.commit([Self.event("3", "v", "b"), Self.event("4", nil, "b")])
      for _ in 0..<2 { #expect(try await store.trend(Self.users).series[0].total == 3) }
      _ = try await late.run { try $0.script("COMMIT") }
      #expect(try await store.trend(Self.users).series[0].total == 2)
    }
  }

  @Test("an anonymous id that is seen with a second user, or with none any more, is its own user")
  func unlinked() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      let count = { try await store.trend(Self.users).series[0].total }
      _ = try await scene.commit([
        Self.event("1", "u", "a"), Self.event("2", nil, "a"), Self.event("3", "v", nil),
      ])
      #expect(try await count() == 2)
      _ = try await scene.commit([Self.event("4", "v", "a")])
      for _ in 0..<3 { #expect(try await count() == 3) }
      // Another collector erases, so that only the database tells it.
      let other = try #require(try await scene.reopen() as? PostgreSQLEventStore)
      defer { try? other.close() }
      _ = try await other.erase(ErasureSubject(project: "shop", identity: .user("v")))
      for _ in 0..<2 { #expect(try await count() == 1) }
    }
  }

  @Test("the links of a database of the version before are used, and new ones are found")
  func upgraded() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      _ = try await scene.commit([Self.event("1", "u", "a"), Self.event("2", nil, "a")])
      let connection = PostgreSQLConnection(scene.url, defaults: [:])
      defer { connection.close() }
      _ = try await connection.run { session in
        try session.script(
          """
          ALTER TABLE activity_links DROP COLUMN added;
          DROP TRIGGER activity_links_removed ON activity_links;
          DROP FUNCTION count_activity_link_removals; DROP TABLE activity_link_removals;
          DELETE FROM cairn_schema WHERE version >= 5
          """)
      }
      let store = try #require(try await scene.reopen() as? PostgreSQLEventStore)
      defer { try? store.close() }
      #expect(try await store.trend(Self.users).series[0].total == 1)
      _ = try await scene.commit([Self.event("3", "v", "b"), Self.event("4", nil, "b")])
      #expect(try await store.trend(Self.users).series[0].total == 2)
    }
  }

  @Test("a question after the server lost its state has an error, and no crash")
  func noState() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      _ = try await scene.commit([Self.event("1", "u", "a"), Self.event("2", nil, "a")])
      #expect(try await store.trend(Self.users).series[0].total == 1)
      _ = try await store.write { try $0.script("TRUNCATE activity_link_removals") }
      // Without the number of removals, links are read for each question.
      for _ in 0..<2 { #expect(try await store.trend(Self.users).series[0].total == 1) }
    }
  }

  @Test("a property of events is read while partitions are created and dropped")
  func partitions() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      let events = PlainEvents.make(seed: 8, count: 60, days: Self.days, people: 9)
      _ = try await scene.commit(events.map(\.json))
      var question = Self.users
      (question.measure, question.property) = (.events, "plan")
      let expected = try await store.trend(question)
      #expect(expected.series.count > 2)
      let changes = Task {
        for _ in 0..<20 {
          _ = try await store.write { session in
            try session.script(
              """
              CREATE TABLE events_19990101 PARTITION OF events
                FOR VALUES FROM ('1999-01-01') TO ('1999-01-02');
              DROP TABLE events_19990101
              """)
          }
        }
      }
      for _ in 0..<60 { #expect(try await store.trend(question) == expected) }
      try await changes.value
    }
  }

  @Test("an erasure leaves nothing of its collector's memory")
  func erased() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      let events = PlainEvents.make(seed: 7, count: 50, days: Self.days, people: 10)
      _ = try await scene.commit(events.map(\.json))
      _ = try await Self.answers(store)
      #expect(store.activityCache.bytes > 0)
      _ = try await store.erase(ErasureSubject(project: "shop", identity: .user("user-1")))
      #expect(store.activityCache.bytes == 0)
    }
  }
}
