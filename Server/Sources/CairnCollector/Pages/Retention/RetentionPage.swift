/// `/retention`: how many users of each cohort came back.
struct RetentionPage: Page {
  static let place = PagePlace.retention

  let store: any QuestionStore

  func content(_ visit: Visit) async throws -> PageContent {
    var content = PageContent(title: "Retention")
    content.lead = """
      Each row is a cohort: the users whose first event was in that day or week. The columns tell \
      how many of them came back later.
      """
    guard let project = visit.subject else {
      content.body = NoEvents.html
      return content
    }
    let unit: CalendarUnit = visit.values["unit"] == "day" ? .day : .week
    let choice = PeriodChoice(visit, fallback: unit == .day ? "7d" : "90d")
    let names = try await store.names(project, limit: 200).map(\.name)
    let question = RetentionQuestion(
      project: project, first: visit.values["first"], back: visit.values["back"],
      period: Self.bounded(choice.period, unit, visit.zone), unit: unit,
      timeZone: visit.zone.zone,
      units: unit == .day ? 14 : 12)
    let answer = try await store.retention(question)
    let table = CohortTable(question: question, answer: answer)
    content.form = form(visit, choice, unit, names)
    content.tables = [table.table]
    content.body = "\(choice.links(visit))\(table.html(visit.zone))"
    return content
  }

  /// At most 60 cohorts, the newest; the first one is whole.
  private static func bounded(
    _ period: Period, _ unit: CalendarUnit, _ zone: ZonedTime
  ) -> Period {
    let length: Int64 = unit == .day ? 86_400_000_000 : 7 * 86_400_000_000
    let first = LocalClock(zone.zone).start(of: unit, at: period.upperBound - 1 - 59 * length)
    return max(period.lowerBound, first)..<period.upperBound
  }

  private func form(
    _ visit: Visit, _ choice: PeriodChoice, _ unit: CalendarUnit, _ names: [String]
  ) -> HTML {
    var form = Form(visit)
    form.project()
    form.text("first", "First event", hint: "any event", list: "names")
    form.text("back", "Came back with", hint: "any event", list: "names")
    form.choice("unit", "By", [("week", "week"), ("day", "day")], selected: unit.rawValue)
    PeriodChoice.fields(visit, choice, to: &form)
    form.zone()
    return "\(form.html)\(Form.list("names", names))"
  }
}
