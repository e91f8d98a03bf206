import Foundation
import Testing

@testable import CairnCollector

/// A question's zone and days: those of a change of clocks, and zones with odd offsets.
struct QuestionPlace: Sendable, CustomTestStringConvertible {
  var engine: StoreEngine
  var zone: String
  /// The first day, by UTC.
  var day: Int64

  static let all = StoreEngine.installed.flatMap { engine in
    [
      // 2026-10-25: a day of 25 hours. 2026-03-29: one of 23 hours.
      ("Europe/Berlin", 20_748), ("Europe/Berlin", 20_538), ("Asia/Kathmandu", 20_748),
      // 2026-04-05: clocks are set back by half an hour.
      ("Australia/Lord_Howe", 20_545), ("America/St_Johns", 20_512), ("UTC", 20_748),
      // 2018-11-04: a day without midnight.
      ("America/Sao_Paulo", 17_837),
    ].map { QuestionPlace(engine: engine, zone: $0.0, day: $0.1) }
  }

  var testDescription: String { "\(engine.rawValue), \(zone), day \(day)" }

  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
  var days: Range<Int64> { day..<day + 12 }
  /// Neither a day nor an hour begins or ends with it.
  var period: Period { (day + 1) * 86_400_000_000 + 1_234_000_000..<(day + 10) * 86_400_000_000 }

  /// Runs the body with a store of generated events, which arrive in no order.
  func run(
    _ body: (any QuestionStore, PlainAnswers) async throws -> Void
  ) async throws {
    let events = PlainEvents.make(seed: UInt64(day), count: 900, days: days, people: 40)
    try await StoreFixture.run(engine) { scene in
      for start in stride(from: 0, to: events.count, by: 90) {
        // Each batch begins with events that are sent again.
        let chunk = events[max(0, start - 10)..<start + 90]
        _ = try await scene.commit(chunk.map(\.json))
      }
      _ = try await scene.commit([events[0].json], project: "other")
      try await body(scene.store, PlainAnswers(events))
    }
  }
}

@Suite("Answers are those that the definitions give")
struct KnownAnswerTests {
  @Test("the answers of trends are the expected ones", arguments: QuestionPlace.all)
  func trends(place: QuestionPlace) async throws {
    try await place.run { store, plain in
      for unit in CalendarUnit.allCases {
        // The clocks of this zone show half of the hour twice, so that labels are not enough.
        if unit == .hour, place.zone == "Australia/Lord_Howe" { continue }
        for measure in TrendQuestion.Measure.allCases {
          for name in [nil, "Bought", "Nothing"] {
            let question = TrendQuestion(
              project: "shop", name: name, period: place.period, unit: unit,
              timeZone: place.timeZone, measure: measure)
            try await check(question, store, plain)
          }
        }
      }
    }
  }

  private func check(
    _ question: TrendQuestion, _ store: any QuestionStore, _ plain: PlainAnswers
  ) async throws {
    let trend = try await store.trend(question)
    let expected = plain.trend(question)
    #expect(trend.series.count == 1 && trend.readFrom == nil)
    let series = try #require(trend.series.first)
    #expect(series.total == expected.total, "\(question)")
    #expect(series.values.count == trend.starts.count)
    let labels = trend.starts.map { PlainAnswers.label($0, question.unit, question.timeZone) }
    #expect(Set(labels).count == labels.count)
    let found = Dictionary(uniqueKeysWithValues: zip(labels, series.values)).filter { $0.value > 0 }
    #expect(found == expected.values, "\(question)")
    let first = try #require(trend.starts.first)
    let last = try #require(trend.starts.last)
    #expect(first <= question.period.lowerBound && last < question.period.upperBound)
  }

  @Test(
    "the answers of trends by a property are the expected ones", arguments: StoreEngine.installed)
  func properties(engine: StoreEngine) async throws {
    let place = QuestionPlace(engine: engine, zone: "Europe/Berlin", day: 20_748)
    try await place.run { store, plain in
      for measure in TrendQuestion.Measure.allCases {
        var question = TrendQuestion(
          project: "shop", name: "Bought", period: place.period, unit: .day,
          timeZone: place.timeZone, measure: measure, property: "plan")
        let trend = try await store.trend(question)
        #expect(Set(trend.series.map(\.label)) == ["free", "pro", "é", nil])
        #expect(trend.series.last?.label == nil)
        for series in trend.series {
          let expected = plain.trend(question, plan: .some(series.label))
          #expect(series.total == expected.total)
          #expect(series.values.reduce(0, +) == expected.values.values.reduce(0, +))
        }
        question.maxSeries = 1
        let short = try await store.trend(question)
        #expect(short.series.map { $0.label == nil } == [false, true])
        #expect(short.series.first == trend.series.first)
        question.property = "n"
        #expect(try await store.trend(question).series.map(\.label) == ["1", nil])
        question.property = "none"
        #expect(try await store.trend(question).series.map(\.label) == [nil])
      }
    }
  }

  @Test(
    "the answers of funnels are the expected ones",
    arguments: QuestionPlace.all.filter { $0.zone == "UTC" })
  func funnels(place: QuestionPlace) async throws {
    try await place.run { store, plain in
      let hours: [Int64] = [1, 24, 240]
      for steps in [
        ["Opened", "Bought"], ["Opened", "Searched", "Bought", "Shared"],
        ["Opened", "Opened", "Bought", "Opened"], ["Opened", "Nothing"],
      ] {
        for window in hours {
          let question = FunnelQuestion(
            project: "shop", steps: steps, period: place.period, window: window * 3_600_000_000)
          let funnel = try await store.funnel(question)
          let expected = plain.funnel(question)
          #expect(funnel.steps.map(\.name) == steps)
          #expect(funnel.steps.map(\.users) == expected.map(\.users), "\(question)")
          #expect(funnel.steps.map(\.medianTime) == expected.map(\.median), "\(question)")
        }
      }
    }
  }

  @Test("the answers of retention are the expected ones", arguments: QuestionPlace.all)
  func retention(place: QuestionPlace) async throws {
    try await place.run { store, plain in
      for unit in [CalendarUnit.day, .week] {
        for (first, back) in [(nil, nil), ("Opened", "Bought"), ("Bought", nil), (nil, "Shared")] {
          let question = RetentionQuestion(
            project: "shop", first: first, back: back, period: place.period, unit: unit,
            timeZone: place.timeZone, units: 4)
          let table = try await store.retention(question)
          let expected = plain.retention(question)
          for cohort in table.cohorts {
            let own = expected[PlainAnswers.label(cohort.start, unit, place.timeZone)]
            #expect(cohort.users == own?.users ?? 0)
            #expect(cohort.back.count <= 4)
            for (number, count) in cohort.back.enumerated() {
              let start = LocalClock(place.timeZone).start(of: unit, at: cohort.start)
              let later = (0...number).reduce(start) { start, _ in
                LocalClock(place.timeZone).next(unit, after: start)
              }
              let label = PlainAnswers.label(later, unit, place.timeZone)
              #expect(count == own?.back[label] ?? 0, "\(question)")
            }
          }
          #expect(
            table.cohorts.reduce(0) { $0 + $1.users }
              == expected.values.reduce(0) { $0 + $1.users })
        }
      }
    }
  }

  @Test("the answers of names and projects are the expected ones", arguments: StoreEngine.installed)
  func names(engine: StoreEngine) async throws {
    let place = QuestionPlace(engine: engine, zone: "UTC", day: 20_748)
    try await place.run { store, plain in
      let names = try await store.names("shop", limit: 10)
      let expected = Dictionary(grouping: plain.events.compactMap(\.name)) { $0 }
      #expect(names.count == 4)
      for name in names { #expect(name.events == expected[name.name]?.count) }
      #expect(names.map(\.events) == names.map(\.events).sorted(by: >))
      #expect(try await store.names("shop", limit: 2) == Array(names[..<2]))
      #expect(try await store.names("nothing", limit: 2).isEmpty)
      let projects = try await store.projects()
      #expect(projects.map(\.project) == ["other", "shop"])
      #expect(projects.map(\.counts.stored) == [1, 900])
    }
  }
}
