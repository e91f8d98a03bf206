import GRDB
import PostgreSQLClient
import Testing

@testable import CairnCollector

/// All of the activity of a project.
private struct WholeActivity: ActivityQuestion {
  struct Answer: Sendable {
    var parts: [ActivityPart] = []
    var links: [ActivityLink] = []
  }

  var project: String

  func answer(from reader: borrowing some ActivityReader & ~Copyable) throws -> Answer {
    var read = ActivityRead(nil, Timestamp.clamped(.min)..<Timestamp.clamped(.max))
    read.needsNames = true
    read.needsSequences = true
    var answer = Answer()
    try reader.eachPart(read, of: project) { answer.parts.append($0) }
    try reader.links(of: project) { answer.links.append($0) }
    return answer
  }
}

@Suite("The activity that questions are answered from equals the events")
struct StoreActivityTests {
  /// An event as the activity has it.
  private struct Line: Hashable, Comparable {
    var sequence: Int64
    var name: String?
    var user: UInt64
    var time: Int64

    static func < (left: Line, right: Line) -> Bool { left.sequence < right.sequence }
  }

  private static func name(_ event: StoredRow) -> String? {
    guard case .string(let name) = event.event["event"] else { return nil }
    return name
  }

  /// Compares the activity of all projects with the events.
  private func check(_ scene: StoreFixture, repeats: [String: Int], _ step: String) async throws {
    let store = try #require(scene.store as? any ActivityStore)
    for project in ["shop", "blog"] {
      let events = try await scene.events(limit: 1_000) { $0.project = project }
      let activity = try await store.answer(WholeActivity(project: project))
      var lines: [Line] = []
      for part in activity.parts {
        var count = 0
        part.forEach { entry in
          lines.append(
            Line(sequence: entry.sequence, name: part.name, user: entry.user, time: entry.time))
          count += 1
        }
        #expect(part.events == count && count > 0, "\(step)")
      }
      let expected = try events.map { event in
        Line(
          sequence: event.sequence, name: Self.name(event),
          user: ActivityUser.key(userID: event.userId, anonymousID: event.anonymousId),
          time: try #require(Timestamp.microseconds(event.timestamp)))
      }
      #expect(lines.sorted() == expected.sorted(), "\(step)")
      try await checkLinks(events, activity.links, project, store, step)
      var known: [String: Int] = [:]
      for event in events {
        known[event.messageId] = try await store.repeats(project, messageID: event.messageId)
      }
      for (id, count) in known {
        let expected = repeats["\(project) \(id)"]
        #expect(count == (expected ?? 0), "\(step)")
      }
    }
  }

  private func checkLinks(
    _ events: [StoredRow], _ links: [ActivityLink], _ project: String, _ store: any ActivityStore,
    _ step: String
  ) async throws {
    var users: [String: Set<String>] = [:]
    for event in events {
      guard let anonymous = event.anonymousId else { continue }
      users[anonymous, default: []].formUnion([event.userId].compactMap { $0 })
    }
    let single = users.filter { $0.value.count == 1 }.map { anonymous, users in
      ActivityLink(
        anonymous: ActivityUser.key(ofAnonymous: anonymous),
        user: ActivityUser.key(ofUser: users.first ?? ""))
    }
    #expect(Set(links) == Set(single) && links.count == single.count, "\(step)")
    for number in 0..<6 {
      let anonymous = "device-\(number)"
      let found = try await store.users(
        ofAnonymous: ActivityUser.key(ofAnonymous: anonymous), project)
      #expect(Set(found) == Set((users[anonymous] ?? []).map(ActivityUser.key(ofUser:))), "\(step)")
    }
  }

  /// Returns a random event; few identifiers, so that many events are repeated.
  private func event(_ random: inout PlainRandom) -> String {
    let number = random.below(400)
    // The id decides everything else: an event with a known id is the same event.
    var own = PlainRandom(UInt64(number))
    let day = 20_700 + Int64(own.below(20))
    let late = own.below(3) == 0 ? -Int64(own.below(500)) : 0
    let hour = day * 24 + late
    let ordered = StoreEvents.id(milliseconds: day * EventDay.milliseconds + 5, number)
    let id = own.below(20) == 0 ? "m\(number)" : ordered
    let names: [String?] = ["é", "e\u{301}", "Bought", nil]
    let name = names[own.below(4)]
    let user: String? = own.below(2) == 0 ? "user-\(own.below(5))" : nil
    let isSeen = user == nil || own.below(2) == 0
    let anonymous: String? = isSeen ? "device-\(own.below(6))" : nil
    let time = hour * 3_600_000_000 + Int64(own.below(3_600)) * 1_000_000
    let event = PlainEvent(id: id, name: name, user: user, anonymous: anonymous, time: time)
    return event.json
  }

  private struct Commits {
    var random: PlainRandom
    /// The number of repetitions by project and id.
    var repeats: [String: Int] = [:]

    init(_ seed: UInt64) { random = PlainRandom(seed) }
  }

  private func commit(_ scene: StoreFixture, _ state: inout Commits) async throws {
    var requests: [StoreRequest] = []
    for _ in 0...state.random.below(3) {
      let events = (0..<state.random.below(60)).map { _ in event(&state.random) }
      let project = state.random.below(4) == 0 ? "blog" : "shop"
      requests.append(try StoreFixture.request(events, project: project))
    }
    let results = try await scene.store.commit(requests)
    for (request, results) in zip(requests, results) {
      for (event, result) in zip(request.events, results) {
        let key = "\(request.project) \(event.messageID)"
        switch result {
        case .stored: state.repeats[key] = nil
        case .duplicate: state.repeats[key, default: 0] += 1
        case .conflict, .expired, .erased: break
        }
      }
    }
  }

  @Test(
    "the activity equals the events after commits, late events, erasures, prunings and copies",
    arguments: CopyDirection.all)
  func random(direction: CopyDirection) async throws {
    try await StoreFixture.run(direction.source) { source in
      var state = Commits(UInt64(direction.testDescription.utf8.count))
      for round in 0..<12 {
        try await commit(source, &state)
        switch round {
        case 4:
          _ = try await source.store.erase(
            ErasureSubject(project: "shop", identity: .user("user-3")))
        case 6:
          _ = try await source.store.erase(
            ErasureSubject(project: "shop", identity: .anonymous("device-2")))
        case 9: _ = try await source.store.prune(before: EventDay(20_706))
        default: break
        }
        try await check(source, repeats: state.repeats, "round \(round)")
      }
      try await StoreFixture.run(direction.destination) { destination in
        _ = try await StoreCopy(source.store, destination.store, pageEvents: 70).run { _ in }
        try await check(destination, repeats: state.repeats, "copy")
        try await commit(destination, &state)
        _ = try await destination.store.erase(
          ErasureSubject(project: "shop", identity: .user("user-1")))
        _ = try await destination.store.prune(before: EventDay(20_710))
        try await check(destination, repeats: state.repeats, "after the copy")
      }
    }
  }

  @Test(
    "the activity equals the events after concurrent commits of several collectors",
    arguments: StoreEngine.installed)
  func concurrent(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      try await StoreSharedTests.each(4, scene) { number, store in
        var random = PlainRandom(UInt64(number))
        for round in 0..<15 {
          let events = (0..<30).map { _ in event(&random) }
          _ = try await store.commit([try StoreFixture.request(events)])
          if number == 0, round == 7 {
            _ = try await store.erase(ErasureSubject(project: "shop", identity: .user("user-3")))
          }
          if number == 1, round == 9 { _ = try await store.prune(before: EventDay(20_706)) }
        }
      }
      let store = try #require(scene.store as? any ActivityStore)
      var repeats: [String: Int] = [:]
      var sum = 0
      for event in try await scene.events(limit: 1_000) {
        let count = try await store.repeats("shop", messageID: event.messageId)
        repeats["shop \(event.messageId)"] = count
        sum += count
      }
      #expect(sum > 0)
      try await check(scene, repeats: repeats, "at the end")
    }
  }

  @Test(
    "the activity equals the events when one hour has more events than a row",
    arguments: StoreEngine.installed)
  func fullParts(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      for round in 0..<12 {
        let events = (0..<(round * 17 + 100)).map { number in
          StoreEvents.event(
            "\(round)-\(number)", user: "u\(number % 7)", at: "2026-01-01T00:00:00Z")
        }
        _ = try await scene.commit(events)
      }
      try await check(scene, repeats: [:], "stored")
      _ = try await scene.store.erase(ErasureSubject(project: "shop", identity: .user("u3")))
      try await check(scene, repeats: [:], "erased")
    }
  }

  @Test(
    "the activity equals the events after short rows were merged, beside commits and erasures",
    arguments: StoreEngine.installed.filter { $0 == .postgresql })
  func merged(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      let rows = { try await PostgreSQLOrderTests.number("SELECT count(*) FROM activity", scene) }
      for round in 0..<60 {
        let event = StoreEvents.event(
          "\(round)", user: "u\(round % 5)", at: "2026-01-01T0\(round % 2):00:00Z")
        _ = try await scene.commit([event, event.replacing("Seen", with: "Bought")])
      }
      #expect(try await rows() == 60)
      try await store.mergeActivity()
      #expect(try await rows() == 2)
      try await check(scene, repeats: [:], "merged")
      async let merges: Void = merge(store, times: 20)
      for user in 0..<3 {
        _ = try await scene.store.erase(
          ErasureSubject(project: "shop", identity: .user("u\(user)")))
        let events = (0..<9).map { StoreEvents.event("new \(user) \($0)", user: "u4") }
        for event in events { _ = try await scene.commit([event]) }
      }
      try await merges
      try await check(scene, repeats: [:], "erased")
    }
  }

  private func merge(_ store: PostgreSQLEventStore, times: Int) async throws {
    for _ in 0..<times { try await store.mergeActivity() }
  }

  @Test(
    "the activity equals the events after the upgrade of a store of the previous version",
    arguments: StoreEngine.installed)
  func upgraded(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      var state = Commits(7)
      for _ in 0..<6 { try await commit(scene, &state) }
      try await downgrade(scene)
      let upgraded = try await scene.reopen()
      try upgraded.close()
      // The version before did not count repetitions.
      state.repeats = [:]
      try await check(scene, repeats: [:], "upgraded")
      try await commit(scene, &state)
      _ = try await scene.store.erase(ErasureSubject(project: "shop", identity: .user("user-1")))
      try await check(scene, repeats: state.repeats, "used")
    }
  }

  /// Makes the tables those of the version before.
  private func downgrade(_ scene: StoreFixture) async throws {
    let tables = "DROP TABLE activity; DROP TABLE activity_links; DROP TABLE repeats;"
    switch scene.engine {
    case .sqlite:
      try await DatabaseQueue(path: scene.folder.path("events.sqlite")).write { db in
        try db.execute(
          sql: tables + "DELETE FROM grdb_migrations WHERE identifier LIKE '6:%'")
      }
    case .postgresql:
      let connection = PostgreSQLConnection(scene.url, defaults: [:])
      _ = try await connection.run { session in
        try session.script(
          tables + """
            DROP TABLE activity_link_removals; DROP FUNCTION count_activity_link_removals;
            DROP SEQUENCE activity_numbers; DROP INDEX events_by_sequence;
            ALTER SEQUENCE event_sequence RENAME TO event_numbers;
            DROP INDEX events_by_anonymous; DELETE FROM cairn_schema WHERE version >= 3
            """)
      }
      connection.close()
    }
  }
}
