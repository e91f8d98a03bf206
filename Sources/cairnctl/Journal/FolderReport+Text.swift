import Cairn

extension FolderReport {
  /// Tables for people.
  var text: String {
    var parts = [path, "", segmentTable, "", destinationTable]
    parts += destinations.compactMap(\.batchText)
    parts += destinations.filter { !$0.balances }.map { "\($0.name): the ledger does not balance" }
    parts += unreadable.map { "\($0): cannot be read by this version; left alone" }
    return parts.joined(separator: "\n") + "\n"
  }

  private var segmentTable: String {
    guard !segments.isEmpty else { return "no segments" }
    let head = ["segment", "state", "events", "numbers", "bytes", "damaged", "torn", "created"]
    let rows = segments.map { segment in
      [
        segment.file, segment.state, "\(segment.events)",
        segment.events == 0 ? "-" : "\(segment.firstIndex)…\(segment.lastIndex)",
        "\(segment.bytes)", "\(segment.damagedBytes)", "\(segment.tornBytes)",
        segment.created ?? "header damaged",
      ]
    }
    return TextTable.text([head] + rows)
  }

  private var destinationTable: String {
    guard !destinations.isEmpty else { return "no destinations" }
    let head = [
      "destination", "accepted", "delivered", "dead", "filtered", "damaged", "dropped", "pending",
    ]
    let rows = destinations.map { row in
      row.isDamaged
        ? [row.name, "cursor damaged"]
        : [
          row.name, "\(row.accepted)", "\(row.delivered)", "\(row.deadLettered)",
          "\(row.filtered)", "\(row.damaged)", "\(row.dropped)", "\(row.pending)",
        ]
    }
    return TextTable.text([head] + rows)
  }
}

extension FolderReport.Destination {
  fileprivate var batchText: String? {
    batchInFlight.map { batch in
      "\(name): batch \(batch.key) under way, \(batch.events) events, \(batch.bytes) bytes, "
        + "sealed \(batch.sealedAt), failed \(batch.failures) times"
    }
  }
}
