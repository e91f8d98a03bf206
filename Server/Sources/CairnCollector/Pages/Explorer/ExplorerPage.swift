/// `/explorer`: the stored events by id, name, user and time.
struct ExplorerPage: Page {
  static let place = PagePlace.explorer
  /// The number of events of a page.
  static let maxRows = 50

  let store: any QuestionStore

  func content(_ visit: Visit) async throws -> PageContent {
    let choice = PeriodChoice(visit, fallback: "30d")
    let values = visit.values
    let search = EventSearch(
      project: visit.project, messageID: values["id"], name: values["name"], user: values["user"],
      // An id is complete without a period.
      period: values["id"] == nil ? choice.period : nil, after: values["after"],
      limit: values["format"] == nil ? Self.maxRows : 200)
    let page = try await store.search(search)
    var names: [NameCount] = []
    if let project = visit.subject { names = try await store.names(project, limit: 200) }
    var content = PageContent(title: "Explorer")
    content.lead = "Stored events, the newest first by the time when they happened."
    content.form = form(visit, choice, names.map(\.name))
    let table = table(page.events, visit)
    content.tables = [table]
    content.body = """
      \(choice.links(visit))
      \(table.html(visit.zone))
      \(pages(page, visit))
      """
    return content
  }

  private func form(_ visit: Visit, _ choice: PeriodChoice, _ names: [String]) -> HTML {
    var form = Form(visit)
    form.project(allowsAll: true)
    form.text("name", "Event", list: "names")
    form.text("user", "User", hint: "user id or anonymous id")
    form.text("id", "Id", hint: "messageId")
    PeriodChoice.fields(visit, choice, to: &form)
    form.zone()
    return "\(form.html)\(Form.list("names", names))"
  }

  private func table(_ events: [StoredEvent], _ visit: Visit) -> DataTable {
    var table = DataTable(
      name: "events", caption: "Events",
      columns: [
        .init(name: "timestamp", title: "Happened"), .init(name: "name", title: "Event"),
        .init(name: "type", title: "Type"), .init(name: "user", title: "User"),
        .init(name: "project", title: "Project"), .init(name: "messageId", title: "Id"),
        .init(name: "delay", title: "Delay", isNumeric: true),
      ])
    table.rows = events.map { event in
      let user = event.userID ?? event.anonymousID
      return [
        .time(event.timestamp), .text(event.name ?? event.type, JourneyPage.link(event, visit)),
        .label(event.type),
        user.map { .text($0, visit.changed(["user": $0, "after": nil, "id": nil])) } ?? .none,
        .text(event.project), .text(event.messageID, JourneyPage.link(event, visit)),
        .duration(event.receivedAt - event.timestamp),
      ]
    }
    let isFiltered = ["id", "name", "user", "from", "to"].contains { visit.values[$0] != nil }
    table.empty =
      isFiltered
      ? """
      No stored event matches. Choose a longer period, or <a href="\(visit.link(Self.place.path))">\
      remove the conditions</a>.
      """
      : "No events yet: send one, and it appears here when it is stored."
    return table
  }

  private func pages(_ page: EventSearchPage, _ visit: Visit) -> HTML {
    let first: HTML =
      visit.values["after"] == nil
      ? "" : "<a href=\"\(visit.changed(["after": nil]))\">To the newest</a>"
    let next: HTML =
      page.next.map { "<a rel=\"next\" href=\"\(visit.changed(["after": $0]))\">Older events</a>" }
      ?? ""
    return "<p class=\"turn\">\(first) \(next)</p>"
  }
}
