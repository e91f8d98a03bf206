import Foundation
import Testing

@testable import CairnCollector

/// An activity of any size, which is made while it is read.
private struct MadeActivity: ActivityReader {
  var hours: ClosedRange<Int64> = 0...0
  /// The number of events of an hour.
  var events = 0
  /// The user of an event, from its number.
  var user: @Sendable (Int) -> UInt64 = { _ in 1 }
  var allLinks: [ActivityLink] = []

  func parts(
    _ read: ActivityRead, of project: String, _ body: (ActivityPart) throws -> Bool
  ) throws {
    let hours = read.hours.clamped(to: hours)
    for hour in read.isNewestFirst ? Array(hours.reversed()) : Array(hours) {
      for (name, start) in names(read).flatMap({ name in starts.map { (name, $0) } }) {
        var part = ActivityPart(name: name, hour: hour, events: 0)
        for event in start..<min(events, start + 1_000) {
          let number = Int(hour) * events + event
          let time = hour * ActivityPart.microseconds + Int64(event)
          part.add(ActivityEntry(user: user(number), time: time, sequence: Int64(number)))
        }
        guard try body(part) else { return }
      }
    }
  }

  private var starts: [Int] { Array(stride(from: 0, to: events, by: 1_000)) }

  /// The names of the parts: each of those that are read has all events.
  private func names(_ read: ActivityRead) -> [String?] {
    guard let names = read.names else { return [nil] }
    return names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map { $1 }
  }

  func links(of project: String, _ body: (ActivityLink) throws -> Void) throws {
    for link in allLinks { try body(link) }
  }

  func bodies(
    of project: String, _ sequences: [Int64], _ body: (Int64, String) throws -> Void
  ) throws {
    for number in sequences {
      let value = String(repeating: "x", count: 200) + "\(number % 3)"
      try body(number, #"{"properties":{"plan":"\#(value)"}}"#)
    }
  }
}

@Suite("The memory of a question has a bound")
struct QuestionBoundsTests {
  private static let period: Period = 0..<100 * 3_600_000_000

  private func trend(_ measure: TrendQuestion.Measure, by property: String? = nil) -> TrendQuestion
  {
    TrendQuestion(
      project: "shop", period: Self.period, unit: .day, timeZone: .gmt, measure: measure,
      property: property)
  }

  @Test("a question about too many users is refused, and the reason states how to narrow it")
  func users() throws {
    var activity = MadeActivity(hours: 0...99, events: 10_000) { UInt64($0 + 1) }
    let funnel = FunnelQuestion(
      project: "shop", steps: ["a", "b"], period: Self.period, window: 3_600_000_000)
    let retention = RetentionQuestion(
      project: "shop", period: Self.period, unit: .day, timeZone: .gmt, units: 3)
    #expect(throws: QuestionTooLarge.self) { try trend(.users).answer(from: activity) }
    #expect(throws: QuestionTooLarge.self) { try funnel.answer(from: activity) }
    #expect(throws: QuestionTooLarge.self) { try retention.answer(from: activity) }
    #expect(try trend(.events).answer(from: activity).series[0].total == 1_000_000)
    activity.events = 7_000
    #expect(try trend(.users).answer(from: activity).series[0].total == 700_000)
  }

  @Test("a funnel of too many events is refused, and the reason states how to narrow it")
  func funnelEvents() throws {
    // One user, whose events do not fit.
    let activity = MadeActivity(hours: 0...99, events: 15_100) { _ in 1 }
    let question = FunnelQuestion(
      project: "shop", steps: ["a", "b"], period: Self.period, window: 3_600_000_000)
    let error = #expect(throws: QuestionTooLarge.self) { try question.answer(from: activity) }
    #expect(error?.reason.contains("shorter period") == true)
  }

  @Test("a funnel has the same answer, however many of its events are in memory at a time")
  func funnelParts() throws {
    let activity = MadeActivity(hours: 0...40, events: 50) { UInt64($0 * $0 % 97 % 23 + 1) }
    let question = FunnelQuestion(
      project: "shop", steps: ["a", "b", "a"], period: Self.period, window: 3_600_000_000)
    let whole = try question.answer(from: activity)
    #expect(whole.steps[0].users > 5)
    for size in [500, 1_000, 2_500] {
      var events = try FunnelEvents(question, activity)
      let parts = try events.parts(of: size, activity)
      #expect(parts.count > 1)
      #expect(parts.flatMap { $0 } == Array(0..<(parts.last?.upperBound ?? 0)))
      #expect(try question.answer(from: activity, eventsAtOnce: size) == whole)
    }
    #expect(throws: QuestionTooLarge.self) {
      try question.answer(from: activity, eventsAtOnce: 1)
    }
  }

  @Test("a period before all times that an event can have is answered", arguments: [0, 1, 3])
  func early(days: Int64) throws {
    let activity = MadeActivity(hours: 0...1, events: 10) { UInt64($0 + 1) }
    let first = Timestamp.clamped(.min)
    let end = first - days * 86_400_000_000
    let period = end - 86_400_000_000..<end
    for zone in ["UTC", "Etc/GMT-14", "Asia/Tokyo"] {
      let retention = RetentionQuestion(
        project: "shop", first: "a", back: "b", period: period, unit: .day,
        timeZone: try #require(TimeZone(identifier: zone)), units: 1)
      #expect(try retention.answer(from: activity).cohorts.allSatisfy { $0.users == 0 })
      let funnel = FunnelQuestion(
        project: "shop", steps: ["a", "b"], period: period, window: 3_600_000_000)
      #expect(try funnel.answer(from: activity).steps.allSatisfy { $0.users == 0 })
    }
  }

  @Test("a trend by a property reads the newest events, also if all are of one hour")
  func properties() throws {
    for (hours, events) in [(Int64(0)...99, 3_000), (Int64(50)...50, 250_000)] {
      let activity = MadeActivity(hours: hours, events: events) { UInt64($0 % 50 + 1) }
      for measure in TrendQuestion.Measure.allCases {
        let answer = try trend(measure, by: "plan").answer(from: activity)
        let labels = answer.series.compactMap(\.label)
        #expect(labels.map { $0.count } == [201, 201, 201])
        #expect(Set(labels.compactMap(\.last)) == ["0", "1", "2"])
        let total = answer.series.reduce(0) { $0 + $1.total }
        #expect(total == (measure == .events ? TrendQuestion.maxBodies : 150))
        let last = Int64(hours.count * events) - Int64(TrendQuestion.maxBodies)
        let hour = hours.lowerBound + last / Int64(events)
        #expect(answer.readFrom == hour * 3_600_000_000 + last % Int64(events))
      }
    }
  }

  @Test("the anonymous ids that belong to users are the same, whether all are kept or some")
  func links() throws {
    // Users 1 to 40, an anonymous id of each, and others without events.
    let links = (1...3_000).map { ActivityLink(anonymous: UInt64(100_000 + $0), user: UInt64($0)) }
    let activity = MadeActivity(
      hours: 0...9, events: 500, user: { UInt64($0 % 40 + 1 + ($0 % 3 == 0 ? 100_000 : 0)) },
      allLinks: links)
    let read = ActivityRead(nil, Self.period)
    var all = try UserTable(read, of: "shop", activity)
    var some = try UserTable(read, of: "shop", activity, maxLinks: 10, maxKeys: 100)
    var numbers: [Int: Int] = [:]
    for user in 1...40 {
      for key in [UInt64(user), UInt64(user + 100_000)] {
        let (one, other) = (try all.number(of: key), try some.number(of: key))
        #expect(numbers[one, default: other] == other)
        numbers[one] = other
      }
    }
    #expect(Set(numbers.values).count == 40)
    #expect(throws: QuestionTooLarge.self) {
      try UserTable(read, of: "shop", activity, maxKeys: 100)
    }
  }

  @Test("a user is counted once in each unit, in any order of the units")
  func units() {
    var counter = UserCounter(20)
    for unit in [3, 4, 3, 5, 4, 3, 5, 12, 11, 12, 11] { counter.count(7, in: unit) }
    counter.count(0, in: 0)
    #expect(counter.series.total == 2)
    let counted = counter.series.values.indices.filter { counter.series.values[$0] > 0 }
    #expect(counted == [0, 3, 4, 5, 11, 12] && counter.series.values.allSatisfy { $0 <= 1 })
  }
}
