import Foundation

/// The query of a question, as in `?name=Signed%20Up&from=2026-11-01&unit=day&zone=Europe/Berlin`.
///
/// Pages and the JSON interface share it. The parameters are `project`, `name`, `from`, `to`,
/// `unit` (hour, day, week), `zone` (an IANA name, UTC by default), `measure` (events, users), `by`
/// (a property), `step` (2 to 8 times), `window` (such as 30m, 24h, 7d), `first`, `back` and
/// `units`. A date means the day in the zone; `to` includes a date and excludes a time. Without
/// `from` and `to`, the period is the last 7 days with today.
struct QuestionQuery: Sendable, Equatable {
  static let trendNames = [
    "project", "name", "from", "to", "unit", "zone", "measure", "by",
  ]
  static let funnelNames = ["project", "step", "from", "to", "zone", "window"]
  static let retentionNames = [
    "project", "first", "back", "from", "to", "unit", "zone", "units",
  ]

  /// The maximum number of units in the period.
  static let maxPeriodUnits = 1_000
  /// The maximum number of units after a cohort.
  static let maxUnits = 100
  static let stepCounts = 2...8
  static let maxWindow: Int64 = 366 * 86_400_000_000

  var project: String
  var name: String?
  var period: Period
  var unit = CalendarUnit.day
  var timeZone = TimeZone.gmt
  var measure = TrendQuestion.Measure.events
  var property: String?
  var steps: [String] = []
  /// Microseconds.
  var window: Int64 = 7 * 86_400_000_000
  var first: String?
  var back: String?
  var units = 8

  /// Reads a query; `now` is in microseconds since 1970.
  ///
  /// - Throws: 400 that names the parameter for a value that is not valid, and 403 for another
  ///   project than that of the key.
  init(
    _ query: String?, _ scope: ReadScope, allowing names: [String], now: Int64 = Self.now
  ) throws(Refusal) {
    let values = try QueryValues(query, allowing: names)
    project = try values.project(scope)
    // The zone first: dates depend on it.
    if let zone = values.last("zone") { timeZone = try Self.timeZone(zone) }
    name = values.last("name")
    property = values.last("by")
    first = values.last("first")
    back = values.last("back")
    steps = values.all("step")
    unit = try values.choice("unit") ?? unit
    measure = try values.choice("measure") ?? measure
    window = try values.last("window").map(Self.window) ?? window
    units = try values.number("units", 1...Self.maxUnits) ?? units
    period = try Self.period(values.last("from"), values.last("to"), timeZone, now)
    try checkPeriod()
  }

  static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

  var trend: TrendQuestion {
    TrendQuestion(
      project: project, name: name, period: period, unit: unit, timeZone: timeZone,
      measure: measure, property: property)
  }

  /// Returns the funnel.
  ///
  /// - Throws: 400 without 2 to 8 steps.
  /// - Returns: The question.
  func funnel() throws(Refusal) -> FunnelQuestion {
    guard Self.stepCounts.contains(steps.count) else {
      throw .badRequest(
        "badQuery", "the query must have 2 to 8 steps, such as step=Opened&step=Bought")
    }
    return FunnelQuestion(project: project, steps: steps, period: period, window: window)
  }

  /// Returns the question about retention.
  ///
  /// - Throws: 400 for hours.
  /// - Returns: The question.
  func retention() throws(Refusal) -> RetentionQuestion {
    switch unit {
    case .hour: throw .badRequest("badQuery", "unit must be day or week")
    case .day, .week: break
    }
    return RetentionQuestion(
      project: project, first: first, back: back, period: period, unit: unit, timeZone: timeZone,
      units: units)
  }
}

extension QuestionQuery {
  static func timeZone(_ name: String) throws(Refusal) -> TimeZone {
    // The name is a path of a file on some systems.
    let isName = name.utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
      return isLetter || "0123456789/_+-".utf8.contains(byte)
    }
    guard isName, name.utf8.count <= 64, name.contains("/") || ["UTC", "GMT"].contains(name),
      !name.hasPrefix("/"), let zone = TimeZone(identifier: name)
    else {
      throw .badRequest("badQuery", "zone must be UTC or an IANA name such as Europe/Berlin")
    }
    return zone
  }

  private static func window(_ text: String) throws(Refusal) -> Int64 {
    let lengths: [Character: Int64] = [
      "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
    ]
    guard let length = text.last.flatMap({ lengths[$0] }), text.utf8.count <= 10,
      let number = Int64(text.dropLast()), number > 0,
      number <= maxWindow / (length * 1_000_000)
    else {
      throw .badRequest(
        "badQuery", "window must be a number with s, m, h, d or w, such as 7d, of at most 366d")
    }
    return number * length * 1_000_000
  }

  private static func period(
    _ from: String?, _ to: String?, _ timeZone: TimeZone, _ now: Int64
  ) throws(Refusal) -> Period {
    let clock = LocalClock(timeZone)
    let today = clock.start(of: .day, at: now)
    let end =
      try to.map { text throws(Refusal) in try time(text, "to", clock, isEnd: true) }
      ?? clock.next(.day, after: today)
    let start =
      try from.map { text throws(Refusal) in try time(text, "from", clock, isEnd: false) }
      ?? clock.day(clock.start(of: .day, at: end - 1), plus: -6)
    guard start < end else { throw .badRequest("badQuery", "from must be before to") }
    return start..<end
  }

  static func time(
    _ text: String, _ name: String, _ clock: LocalClock, isEnd: Bool
  ) throws(Refusal) -> Int64 {
    guard text.utf8.count <= 40, let time = Timestamp.microseconds(text) else {
      throw .badRequest(
        "badQuery", "\(name) must be a date or a time such as 2026-11-27 or 2026-11-27T10:00:00Z")
    }
    guard text.utf8.count == 10 else { return time }
    let day = clock.start(ofDay: time.flooringDivided(by: 86_400_000_000).quotient)
    return isEnd ? clock.next(.day, after: day) : day
  }

  private func checkPeriod() throws(Refusal) {
    let shortest: Int64 =
      switch unit {
      case .hour: 3_600_000_000
      case .day: 86_400_000_000
      case .week: 7 * 86_400_000_000
      }
    guard (period.upperBound - period.lowerBound) / shortest <= Int64(Self.maxPeriodUnits) else {
      throw .badRequest(
        "badQuery", "the period has more than \(Self.maxPeriodUnits) units; choose a longer unit")
    }
  }
}
