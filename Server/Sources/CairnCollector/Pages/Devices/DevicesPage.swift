/// `/devices`: the newest loss report of each device.
struct DevicesPage: Page {
  static let place = PagePlace.devices
  /// The reports that are read: 5 pages of 200.
  private static let maxPages = 5
  private static let maxDevices = 200

  let store: any QuestionStore

  func content(_ visit: Visit) async throws -> PageContent {
    let choice = PeriodChoice(visit, fallback: "30d")
    let (rows, isComplete) = try await newest(visit, choice.period)
    var content = PageContent(title: "Devices")
    content.lead = """
      What each installation of an app says about its own events: the newest report of each.
      """
    var form = Form(visit)
    form.project(allowsAll: true)
    form.text("user", "User", hint: "user id or anonymous id")
    PeriodChoice.fields(visit, choice, to: &form)
    form.zone()
    content.form = form.html
    let table = DeviceTable(rows: rows, visit: visit)
    content.tables = [table.table]
    content.body = """
      \(choice.links(visit))
      \(table.summary)
      \(table.table.html(visit.zone))
      \(isComplete ? "" : Self.note)
      """
    return content
  }

  private static let note: HTML = """
    <p class="note">There are more reports. Choose one project, one user, or a shorter period.</p>
    """

  /// Returns the newest report of each device, the newest first.
  private func newest(
    _ visit: Visit, _ period: Period
  ) async throws(StoreFailure) -> (rows: [DeviceTable.Row], isComplete: Bool) {
    var search = EventSearch(
      project: visit.project, name: LossReport.eventName, user: visit.values["user"],
      period: period, limit: 200)
    var rows: [DeviceTable.Row] = []
    var known: Set<[String]> = []
    for _ in 0..<Self.maxPages {
      let page = try await store.search(search)
      for event in page.events {
        guard let report = LossReport(event) else { continue }
        let device = event.anonymousID ?? event.userID ?? ""
        guard known.insert([event.project, device, report.context?.app?.name ?? ""]).inserted
        else { continue }
        rows.append(DeviceTable.Row(event: event, report: report))
      }
      guard let next = page.next, rows.count < Self.maxDevices else {
        return (Array(rows.prefix(Self.maxDevices)), page.next == nil)
      }
      search.after = next
    }
    return (Array(rows.prefix(Self.maxDevices)), false)
  }
}
