import Foundation
import Testing

@testable import CairnCollector

/// A zone, and a period around a change of its clocks.
struct SQLPlace: Sendable, CustomTestStringConvertible {
  var engine: StoreEngine
  var zone: String
  var from: String
  var to: String

  static let all = StoreEngine.installed.flatMap { engine in
    [
      ("Europe/Berlin", "2025-10-20", "2025-11-06"), ("Europe/Berlin", "2025-03-24", "2025-04-09"),
      ("America/New_York", "2025-10-27", "2025-11-05"),
      // Half an hour forward, and half an hour back.
      ("Australia/Lord_Howe", "2025-10-01", "2025-10-12"),
      ("Australia/Lord_Howe", "2025-04-01", "2025-04-09"),
      // The clocks are set back at midnight.
      ("Africa/Cairo", "2025-10-25", "2025-11-06"), ("Asia/Kathmandu", "2025-10-13", "2025-11-02"),
      ("UTC", "2025-03-27", "2025-10-15"),
    ].map { SQLPlace(engine: engine, zone: $0.0, from: $0.1, to: $0.2) }
  }

  var testDescription: String { "\(engine.rawValue), \(zone), \(from)" }

  var query: String { "project=KEY&zone=\(zone)&from=\(from)&to=\(to)" }
  /// The period in SQL: `to` is a part of it.
  var condition: String { "local.day BETWEEN '\(from)' AND '\(to)'" }

  /// Runs the body with a collector, which has stored events, and with its database.
  func run(
    _ body: @Sendable (TestCollector, SQLAnswers) async throws -> Void
  ) async throws {
    let url = engine == .postgresql ? try await PostgreSQLServer.shared?.database() : nil
    try await TestCollector.run {
      if let url { $0.storeURL = url }
    } _: { running in
      var random = PlainRandom(UInt64(from.utf8.reduce(0) { $0 + Int($1) }))
      let events = SQLEvents.make(&random)
      for start in stride(from: 0, to: events.count, by: 100) {
        // Every batch has events of the one before again.
        let chunk = events[max(0, start - 15)..<min(events.count, start + 100)]
        let answer = try await running.client.post(Batches.body(chunk.map(\.json)))
        #expect(answer.status == 200)
      }
      let others = Batches.body(events.prefix(50).map(\.json))
      #expect(try await running.client.post(others, key: "OTHER").status == 200)
      let dialect: any SQLDialect =
        if let url { PostgreSQLDialect(url) } else { try SQLiteDialect(running.databasePath) }
      let answers = try await SQLAnswers(dialect, project: "KEY")
      try await answers.use(zone)
      try await body(running, answers)
    }
  }
}

/// Events of two seasons, in no order of time: many arrive late.
enum SQLEvents {
  private static let names = ["Opened", "Searched", "Added", "Bought"]
  /// 2025-03-24 and 2025-09-29, in hours since 1970.
  private static let seasons: [Int64] = [484_104, 488_640]

  static func make(_ random: inout PlainRandom) -> [PlainEvent] {
    (0..<1_100).map { number in
      let person = random.below(45)
      let season = seasons[number % 2]
      let hour = season + Int64(random.below(number % 2 == 0 ? 17 * 24 : 40 * 24))
      // Whole quarters as well, at which units begin.
      let second = random.below(3) == 0 ? random.below(4) * 900 : random.below(3_600)
      let time = hour * 3_600_000_000 + Int64(second) * 1_000_000
      // A third is sent before the sign-in; some people never sign in, and some share a device.
      let isSignedIn = person % 6 != 0 && random.below(3) > 0
      let device = random.below(12) == 0 ? "shared" : "device-\(person)"
      let hasDevice = !isSignedIn || random.below(2) == 0
      // Ever fewer events have the further plans, so that no two have the same number.
      let plan = min(random.below(13), random.below(13))
      return PlainEvent(
        id: "m\(number)", name: random.below(15) == 0 ? nil : names[random.below(names.count)],
        user: isSignedIn ? "user-\(person)" : nil, anonymous: hasDevice ? device : nil, time: time,
        plan: plan == 12 ? nil : "plan \(plan)")
    }
  }
}

@Suite("Answers over HTTP are those of plain SQL over the events")
struct SQLAnswerTests {
  private struct TrendReply: Decodable {
    struct Series: Decodable {
      var label: String?
      var values: [Int]
      var total: Int
    }

    var starts: [String]
    var series: [Series]
  }

  private struct FunnelReply: Decodable {
    struct Step: Decodable {
      var name: String
      var users: Int
      var medianSeconds: Double?
    }

    var steps: [Step]
  }

  private struct RetentionReply: Decodable {
    struct Cohort: Decodable {
      var start: String
      var users: Int
      var back: [Int]
    }

    var cohorts: [Cohort]
  }

  private func ask<Reply: Decodable>(
    _ running: TestCollector, _ path: String, as _: Reply.Type = Reply.self
  ) async throws -> Reply {
    let answer = try await running.client.get(path)
    #expect(answer.status == 200, "\(path): \(answer.text)")
    return try JSONDecoder().decode(Reply.self, from: answer.body)
  }

  private func times(_ texts: [String]) throws -> [Int64] {
    try texts.map { try #require(Timestamp.microseconds($0)) }
  }

  @Test("the answers of trends equal those of SQL", arguments: SQLPlace.all)
  func trends(place: SQLPlace) async throws {
    try await place.run { running, answers in
      // The longest period has more hours than an answer may have units.
      let units = place.zone == "UTC" ? ["day", "week"] : ["hour", "day", "week"]
      for unit in units {
        for measure in ["events", "users"] {
          for name in [nil, "Bought"] {
            var path = "/v1/trend?\(place.query)&unit=\(unit)&measure=\(measure)"
            if let name { path += "&name=\(name)" }
            let reply: TrendReply = try await ask(running, path)
            let labels = try await answers.units(times(reply.starts), unit, place.zone)
            let condition = place.condition + (name.map { " AND name = '\($0)'" } ?? "")
            let expected = try await answers.trend(unit, measure, condition)
            #expect(reply.series.count == 1)
            check(reply.series.first, labels, expected[nil], path)
          }
        }
      }
    }
  }

  private func check(
    _ series: TrendReply.Series?, _ labels: [String], _ expected: SQLAnswers.Series?,
    _ comment: String
  ) {
    let values = zip(labels, series?.values ?? []).filter { $1 > 0 }
    let found = Dictionary(values, uniquingKeysWith: +)
    #expect(Set(labels).count == labels.count, "\(comment)")
    #expect(found == expected?.values ?? [:], "\(comment)")
    #expect(series?.total == expected?.total ?? 0, "\(comment)")
  }

  @Test("the answers of trends by a property equal those of SQL", arguments: SQLPlace.all)
  func properties(place: SQLPlace) async throws {
    try await place.run { running, answers in
      for measure in ["events", "users"] {
        let path = "/v1/trend?\(place.query)&measure=\(measure)&by=plan"
        let reply: TrendReply = try await ask(running, path)
        let labels = try await answers.units(times(reply.starts), "day", place.zone)
        let all = try await answers.trend("day", measure, place.condition, by: "plan")
        let shown = reply.series.compactMap(\.label)
        // Of equal totals, any may be shown.
        let least = shown.compactMap { all[$0]?.total }.min() ?? 0
        let others = all.filter { $0.key != nil && !shown.contains($0.key ?? "") }
        #expect(shown.count == min(8, all.keys.compactMap { $0 }.count))
        #expect(others.allSatisfy { $0.value.total <= least })
        let list = shown.map { "'\($0)'" }.joined(separator: ",")
        let isRest = "(plan IS NULL OR plan NOT IN (\(list)))"
        let rest = try await answers.trend("day", measure, "\(place.condition) AND \(isRest)")
        for series in reply.series {
          let expected = series.label == nil ? rest[nil] : all[series.label]
          check(series, labels, expected, "\(path) \(series.label ?? "rest")")
        }
        #expect(reply.series.last?.label == nil)
      }
    }
  }

  @Test("the answers of funnels equal those of SQL", arguments: SQLPlace.all)
  func funnels(place: SQLPlace) async throws {
    try await place.run { running, answers in
      for steps in [
        ["Opened", "Bought"], ["Opened", "Searched", "Added", "Bought"],
        ["Added", "Opened", "Added", "Added"],
      ] {
        for hours in [2, 30, 24 * 14] {
          let query = steps.map { "&step=\($0)" }.joined()
          let path = "/v1/funnel?\(place.query)\(query)&window=\(hours)h"
          let reply: FunnelReply = try await ask(running, path)
          let expected = try await answers.funnel(
            steps, window: Int64(hours) * 3_600_000_000, place.condition)
          #expect(reply.steps.map(\.name) == steps)
          #expect(reply.steps.map(\.users) == expected.map(\.users), "\(path)")
          for (step, own) in zip(reply.steps, expected) {
            let difference = (step.medianSeconds ?? -1) - (own.median ?? -1)
            #expect(abs(difference) < 0.000_002, "\(path)")
          }
        }
      }
    }
  }

  @Test("the answers of retention equal those of SQL", arguments: SQLPlace.all)
  func retention(place: SQLPlace) async throws {
    try await place.run { running, answers in
      for (unit, units) in [("day", 9), ("week", 3)] {
        for (first, back) in [(nil, nil), ("Opened", "Bought"), ("Added", nil), (nil, "Added")] {
          var path = "/v1/retention?\(place.query)&unit=\(unit)&units=\(units)"
          if let first { path += "&first=\(first)" }
          if let back { path += "&back=\(back)" }
          let reply: RetentionReply = try await ask(running, path)
          let labels = try await answers.units(
            times(reply.cohorts.map(\.start)), unit, place.zone)
          let expected = try await answers.retention(first, back, unit, place.condition)
          #expect(Set(expected.keys).isSubset(of: labels), "\(path)")
          for (label, cohort) in zip(labels, reply.cohorts) {
            let own = expected[label] ?? SQLAnswers.Cohort()
            #expect(cohort.users == own.users, "\(path) \(label)")
            #expect(cohort.back == (1...units).map { own.back[$0] ?? 0 }, "\(path) \(label)")
          }
        }
      }
    }
  }
}
