/// `/trends`: the number of events or users over time.
struct TrendsPage: Page {
  static let place = PagePlace.trends

  let store: any QuestionStore

  func content(_ visit: Visit) async throws -> PageContent {
    var content = PageContent(title: "Trends")
    let choice = PeriodChoice(visit, fallback: "7d")
    let measure = visit.values.choice("measure", TrendQuestion.Measure.events)
    let wanted = visit.values.choice("unit", Self.fitting(choice))
    let unit = Self.allowed(wanted, choice)
    guard let project = visit.subject else {
      content.body = NoEvents.html
      return content
    }
    let question = TrendQuestion(
      project: project, name: visit.values["name"], period: choice.period, unit: unit,
      timeZone: visit.zone.zone, measure: measure, property: visit.values["by"])
    let trend = try await store.trend(question)
    let names = try await store.names(project, limit: 200)
    content.lead = "How many events, or how many different users, in each hour, day or week."
    content.form = form(visit, choice, question, names.map(\.name))
    let answer = TrendAnswer(question: question, trend: trend, zone: visit.zone)
    content.tables = [answer.table, answer.totals]
    content.body = """
      \(choice.links(visit))
      \(wanted == unit ? "" : Self.note(wanted, unit))
      \(answer.note)
      \(answer.html(visit))
      """
    return content
  }

  private static func note(_ wanted: CalendarUnit, _ unit: CalendarUnit) -> HTML {
    "<p class=\"note\">By \(wanted.rawValue) would be too many points; this is by \(unit.rawValue).</p>"
  }

  /// The unit for a period, when none is chosen.
  private static func fitting(_ choice: PeriodChoice) -> CalendarUnit {
    choice.days <= 2 ? .hour : choice.days <= 120 ? .day : .week
  }

  /// A chart has at most about 400 points.
  private static func allowed(_ unit: CalendarUnit, _ choice: PeriodChoice) -> CalendarUnit {
    switch unit {
    case .hour where choice.days > 16: choice.days > 370 ? .week : .day
    case .day where choice.days > 370: .week
    default: unit
    }
  }

  private func form(
    _ visit: Visit, _ choice: PeriodChoice, _ question: TrendQuestion, _ names: [String]
  ) -> HTML {
    var form = Form(visit)
    form.project()
    form.text("name", "Event", hint: "all events", list: "names")
    form.choice(
      "measure", "Count", [("events", "events"), ("users", "unique users")],
      selected: question.measure.rawValue)
    form.choice(
      "unit", "By", CalendarUnit.allCases.map { ($0.rawValue, $0.rawValue) },
      selected: question.unit.rawValue)
    form.text("by", "Split by property", hint: "such as plan")
    PeriodChoice.fields(visit, choice, to: &form)
    form.zone()
    return "\(form.html)\(Form.list("names", names))"
  }
}

/// The text for pages that need a project.
enum NoEvents {
  static let html: HTML = """
    <p class="empty">No events yet: send one to <code>/v1/batch</code>, or start an app with the SDK, \
    and this page has something to count.</p>
    """
}
