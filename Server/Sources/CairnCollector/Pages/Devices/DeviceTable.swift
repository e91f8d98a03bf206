/// The table of devices: one row for each destination of each device.
struct DeviceTable: Sendable {
  struct Row: Sendable {
    var event: StoredEvent
    var report: LossReport
  }

  /// The destinations of one report that are shown.
  private static let maxDestinations = 10
  /// The reasons of one destination that are shown.
  private static let maxReasons = 4

  let rows: [Row]
  let visit: Visit

  private var destinations: [LossReport.Destination] {
    rows.flatMap { ($0.report.properties.destinations ?? []).prefix(Self.maxDestinations) }
  }

  var summary: HTML {
    guard !rows.isEmpty else { return "" }
    let sum = { (value: (LossReport.Destination) -> Int) in
      destinations.reduce(0) { $0.addingReportingOverflow(max(0, value($1))).partialValue }
    }
    let accepted = sum { $0.accepted ?? 0 }
    let lost = sum { $0.lost }
    let items: [(String, String)] = [
      ("devices", Words.number(rows.count)), ("accepted", Words.number(accepted)),
      ("delivered", Words.number(sum { $0.delivered ?? 0 })),
      ("pending", Words.number(sum { $0.pending ?? 0 })), ("lost", Words.number(lost)),
      ("lost of accepted", Words.share(lost, of: accepted)),
    ]
    let list = items.map { item -> HTML in "<div><dt>\(item.0)</dt><dd>\(item.1)</dd></div>" }
    return "<dl class=\"numbers\">\(list)</dl>"
  }

  var table: DataTable {
    DataTable(
      name: "devices", caption: "Newest report of each device",
      columns: [
        .init(name: "device", title: "Device"), .init(name: "reported", title: "Reported"),
        .init(name: "app", title: "App"),
        .init(name: "model", title: "Model and system"),
        .init(name: "destination", title: "Destination"),
        .init(name: "accepted", title: "Accepted", isNumeric: true),
        .init(name: "delivered", title: "Delivered", isNumeric: true),
        .init(name: "pending", title: "Pending", isNumeric: true),
        .init(name: "lost", title: "Lost", isNumeric: true),
        .init(name: "reasons", title: "Reasons"),
        .init(name: "refused", title: "Refused", isNumeric: true),
        .init(name: "balances", title: "Sum"),
      ],
      rows: rows.flatMap(cells),
      empty: """
        No loss report yet: set <code>Configuration.lossReportInterval</code> in the app, and the SDK \
        records one at this interval.
        """)
  }

  private func cells(_ row: Row) -> [[DataTable.Cell]] {
    let properties = row.report.properties
    let device = row.event.anonymousID ?? row.event.userID ?? ""
    let refused = (properties.refused ?? [:]).values.reduce(0) {
      $0.addingReportingOverflow($1).partialValue
    }
    return (properties.destinations ?? []).prefix(Self.maxDestinations).map { destination in
      let reasons = destination.losses.prefix(Self.maxReasons)
        .map { "\($0.reason) \(Words.number($0.count))" }.joined(separator: ", ")
      return [
        .text(device, JourneyPage.link(row.event, visit)), .time(row.event.timestamp),
        .text(row.report.app), .text(row.report.device), .text(destination.name),
        .number(destination.accepted ?? 0), .number(destination.delivered ?? 0),
        .number(destination.pending ?? 0), .number(destination.lost),
        reasons.isEmpty ? .none : .text(reasons), .number(refused),
        properties.balances == false ? .state("differs", .bad) : .state("agrees", .good),
      ]
    }
  }
}
