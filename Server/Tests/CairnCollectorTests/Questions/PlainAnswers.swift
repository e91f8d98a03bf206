import Foundation

@testable import CairnCollector

/// The expected answers, each from the definition alone, without regard to time or memory.
struct PlainAnswers {
  var events: [PlainEvent]
  private let owners: [String: Set<String>]

  init(_ events: [PlainEvent]) {
    self.events = events
    var owners: [String: Set<String>] = [:]
    for event in events {
      if let user = event.user, let anonymous = event.anonymous {
        owners[anonymous, default: []].insert(user)
      }
    }
    self.owners = owners
  }

  func person(_ event: PlainEvent) -> String {
    if let user = event.user { return "user " + user }
    let anonymous = event.anonymous ?? ""
    if let owners = owners[anonymous], owners.count == 1, let owner = owners.first {
      return "user " + owner
    }
    return "anonymous " + anonymous
  }

  /// The date or the hour that the clocks of the zone show, as a number.
  static func label(_ time: Int64, _ unit: CalendarUnit, _ zone: TimeZone) -> String {
    let seconds = Int((Double(time) / 1_000_000).rounded(.down))
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    let local = Double(seconds + offset)
    let day = Int((local / 86_400).rounded(.down))
    switch unit {
    // When clocks are set back, the same hour comes twice.
    case .hour: return "\(Int((local / 3_600).rounded(.down))) \(offset)"
    case .day: return "\(day)"
    case .week: return "\(Int((Double(day + 3) / 7).rounded(.down)))"
    }
  }

  /// The numbers by label; those of units without events are missing.
  func trend(
    _ question: TrendQuestion, plan: String?? = .none
  ) -> (values: [String: Int], total: Int) {
    var groups: [String: [PlainEvent]] = [:]
    var all: [PlainEvent] = []
    for event in events where question.period.contains(event.time) {
      if let name = question.name, event.name != name { continue }
      if let plan, event.plan != plan { continue }
      let label = Self.label(event.time, question.unit, question.timeZone)
      groups[label, default: []].append(event)
      all.append(event)
    }
    switch question.measure {
    case .events: return (groups.mapValues(\.count), all.count)
    case .users:
      return (groups.mapValues { Set($0.map(person)).count }, Set(all.map(person)).count)
    }
  }

  func funnel(_ question: FunnelQuestion) -> [(users: Int, median: Int64?)] {
    var best: [[Int64]] = []
    for (_, own) in Dictionary(grouping: events, by: person) {
      let sorted = own.sorted { $0.time < $1.time }
      var longest: [Int64] = []
      for start in sorted
      where start.name == question.steps[0] && question.period.contains(start.time) {
        let attempt = attempt(question, start, sorted)
        if attempt.count > longest.count { longest = attempt }
      }
      best.append(longest)
    }
    return question.steps.indices.map { step in
      let reached = best.filter { $0.count > step }
      let times = step == 0 ? [] : reached.map { $0[step] - $0[step - 1] }.sorted()
      let middle = times.count / 2
      let median: Int64? =
        times.isEmpty
        ? nil
        : times.count % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2
      return (reached.count, median)
    }
  }

  private func attempt(
    _ question: FunnelQuestion, _ start: PlainEvent, _ sorted: [PlainEvent]
  ) -> [Int64] {
    var used = [start]
    for step in question.steps.dropFirst() {
      let next = sorted.first { event in
        event.name == step && event.time >= used[used.count - 1].time
          && event.time <= start.time + question.window && !used.contains { $0.id == event.id }
      }
      guard let next else { break }
      used.append(next)
    }
    return used.map(\.time)
  }

  /// The users of each cohort, and those that came back, by labels.
  func retention(
    _ question: RetentionQuestion
  ) -> [String: (users: Int, back: [String: Int])] {
    var answer: [String: (users: Int, back: [String: Int])] = [:]
    for (_, own) in Dictionary(grouping: events, by: person) {
      let firsts = own.filter { question.first == nil || $0.name == question.first }
      guard let first = firsts.map(\.time).min(), question.period.contains(first) else { continue }
      let cohort = Self.label(first, question.unit, question.timeZone)
      let backs = own.filter { question.back == nil || $0.name == question.back }
      let units = Set(backs.map { Self.label($0.time, question.unit, question.timeZone) })
      answer[cohort, default: (0, [:])].users += 1
      for unit in units { answer[cohort, default: (0, [:])].back[unit, default: 0] += 1 }
    }
    return answer
  }
}
