/// `/funnel`: how many users did several events in an order.
struct FunnelPage: Page {
  static let place = PagePlace.funnel
  private static let maxSteps = 8
  private static let windows: [(value: String, title: String, hours: Int64)] = [
    ("1h", "1 hour", 1), ("1d", "1 day", 24), ("7d", "7 days", 168), ("14d", "14 days", 336),
    ("30d", "30 days", 720), ("90d", "90 days", 2_160),
  ]

  let store: any QuestionStore

  func content(_ visit: Visit) async throws -> PageContent {
    var content = PageContent(title: "Funnel")
    content.lead = """
      Users that did the first step in the period, and the others after it, in this order.
      """
    guard let project = visit.subject else {
      content.body = NoEvents.html
      return content
    }
    let names = try await store.names(project, limit: 200).map(\.name)
    let choice = PeriodChoice(visit, fallback: "30d")
    let steps = visit.values.all("step").prefix(Self.maxSteps).map { $0 }
    let window = Self.windows.first { $0.value == visit.values["window"] } ?? Self.windows[2]
    content.form = form(visit, choice, steps, window.value, names)
    guard steps.count >= 2 else {
      content.body = Self.start(visit, names)
      return content
    }
    let funnel = try await store.funnel(
      FunnelQuestion(
        project: project, steps: steps, period: choice.period,
        window: window.hours * 3_600_000_000))
    let chart = FunnelChart(funnel: funnel)
    content.tables = [chart.table]
    content.body = "\(choice.links(visit))\(chart.html(visit.zone))"
    return content
  }

  private func form(
    _ visit: Visit, _ choice: PeriodChoice, _ steps: [String], _ window: String, _ names: [String]
  ) -> HTML {
    var form = Form(visit)
    form.project()
    for number in 0..<min(Self.maxSteps, max(3, steps.count + 1)) {
      form.text(
        "step", "Step \(number + 1)", value: number < steps.count ? steps[number] : "",
        hint: number < 2 ? "name of an event" : "optional", list: "names")
    }
    form.choice(
      "window", "Within", Self.windows.map { ($0.value, $0.title) }, selected: window)
    PeriodChoice.fields(visit, choice, to: &form)
    form.zone()
    return "\(form.html)\(Form.list("names", names))"
  }

  private static func start(_ visit: Visit, _ names: [String]) -> HTML {
    guard names.count >= 2 else {
      return """
        <p class="empty">A funnel needs two names of events, and this project has fewer.</p>
        """
    }
    var link = PageLink(place.path, parameters: visit.link(place.path).parameters)
    let steps = names.prefix(2).map { PageLink.Parameter(name: "step", value: $0) }
    link = PageLink(place.path, parameters: link.parameters + steps)
    return """
      <p class="empty">Name at least two steps, for example \
      <a href="\(link)"><bdi>\(names[0].shortened(to: 60))</bdi> → \
      <bdi>\(names[1].shortened(to: 60))</bdi></a>.</p>
      """
  }
}
