/// The period of a page: the last days, or from one day to another.
struct PeriodChoice: Sendable {
  private static let day: Int64 = 86_400_000_000
  /// The longest period.
  private static let mostDays: Int64 = 1_830

  let period: Period
  /// The name of a period that ends now; nil for one between two days.
  let last: String?

  static let names: [(value: String, title: String)] = [
    ("1d", "24 hours"), ("7d", "7 days"), ("30d", "30 days"), ("90d", "90 days"),
    ("365d", "a year"),
  ]

  /// Reads `from` and `to`, the first and the last day, or `last`.
  init(_ visit: Visit, fallback: String) {
    let from = visit.values["from"].flatMap(visit.zone.start)
    let to = visit.values["to"].flatMap(visit.zone.start)
    guard from != nil || to != nil else {
      let name = visit.values["last"] ?? fallback
      let chosen = Self.names.contains { $0.value == name } ? name : fallback
      let days = Int64(chosen.dropLast()) ?? 7
      last = chosen
      // The end is not a part of a period, and an event may happen in this microsecond.
      period = Self.start(days, visit)..<(visit.now + 1)
      return
    }
    last = nil
    let end = visit.zone.start(ofDay: visit.zone.day((to ?? visit.now) + Self.day * 3 / 2))
    let upper = end ?? visit.now
    let lower = max(from ?? upper - 30 * Self.day, upper - Self.mostDays * Self.day)
    period = min(lower, upper - 1)..<upper
  }

  /// Returns the start of the last days, which are whole ones with today, as those of a question
  /// without a period; one day is the last 24 hours.
  private static func start(_ days: Int64, _ visit: Visit) -> Int64 {
    guard days > 1 else { return visit.now - day }
    let clock = LocalClock(visit.zone.zone)
    return clock.day(clock.start(of: .day, at: visit.now), plus: Int(1 - days))
  }

  var days: Int64 { (period.upperBound - period.lowerBound + Self.day / 2) / Self.day }

  /// Returns the links to the last days, and the fields for two days.
  static func fields(_ visit: Visit, _ choice: PeriodChoice, to form: inout Form) {
    let zone = visit.zone
    form.beginMore()
    if let last = choice.last {
      form.keep("last", last)
      form.date("from", "From", value: "")
      form.date("to", "To", value: "")
    } else {
      form.date("from", "From", value: zone.day(choice.period.lowerBound))
      form.date("to", "To", value: zone.day(choice.period.upperBound - 1))
    }
  }

  /// Returns the links to the periods that end now.
  func links(_ visit: Visit) -> HTML {
    let items = Self.names.map { name -> HTML in
      let link = visit.changed(["last": name.value, "from": nil, "to": nil, "after": nil])
      return name.value == last
        ? "<li><a href=\"\(link)\" aria-current=\"true\">\(name.title)</a></li>"
        : "<li><a href=\"\(link)\">\(name.title)</a></li>"
    }
    return "<ul class=\"pills\" aria-label=\"Period\">\(items)</ul>"
  }
}
