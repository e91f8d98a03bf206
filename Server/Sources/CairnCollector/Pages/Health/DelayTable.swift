/// The times that the newest events took from the device to the collector.
struct DelayTable: Sendable {
  let events: [StoredEvent]

  var table: DataTable {
    let delays = events.map { max(0, $0.receivedAt - $0.timestamp) }.sorted()
    var table = DataTable(
      name: "delays", caption: "The newest \(events.count) events",
      columns: [
        .init(name: "part", title: "Part of the events"),
        .init(name: "seconds", title: "Took at most", isNumeric: true),
      ],
      empty: "No events yet: without any, there is no delay.")
    guard let slowest = delays.last else { return table }
    table.rows = [50, 90, 99].map { percent in
      [.label("\(percent) %"), .duration(delays[(delays.count - 1) * percent / 100])]
    }
    table.rows.append([.label("all"), .duration(slowest)])
    return table
  }
}
