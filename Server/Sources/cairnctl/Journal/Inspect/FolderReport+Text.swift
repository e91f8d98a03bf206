import ToolSupport
import Cairn

extension FolderReport {
  private static let mostLanes = 40

  /// Returns tables for people, optionally with one line for each segment.
  func text(listsSegments: Bool) -> String {
    var parts = [path, summary, "", laneTable]
    if listsSegments, !segments.isEmpty { parts += ["", segmentTable] }
    parts += ["", destinationTable]
    parts += destinations.flatMap(\.remarks)
    parts += unreadable.map { "\($0): cannot be read by this version, or not now; skipped" }
    return parts.joined(separator: "\n") + "\n"
  }

  private var summary: String {
    guard totals.segments > 0 else { return "no segments" }
    var text =
      "\(totals.events.grouped) events, \(totals.bytes.inBytes) in \(totals.segments.grouped) "
      + "segments of \(totals.lanes.grouped) lanes"
    if let oldestEvent, let age = oldestEventAgeSeconds {
      text += "; the oldest of \(oldestEvent), \((age * 1_000).inTime) ago"
    }
    return text
  }

  private var laneTable: String {
    guard !lanes.isEmpty else { return "no lanes" }
    let head = [
      "lane", "created", "state", "segments", "numbers", "events", "size", "damaged", "torn",
    ]
    let rows = lanes.prefix(Self.mostLanes).map { lane in
      [
        lane.lane, lane.created ?? "headers damaged", lane.state, lane.segments.grouped,
        numbers(lane.firstIndex, lane.lastIndex), lane.events.grouped, lane.bytes.inBytes,
        lane.damagedBytes.inBytes, lane.tornBytes.inBytes,
      ]
    }
    var table = [head] + rows
    if lanes.count > rows.count {
      table.append(["and \((lanes.count - rows.count).grouped) more lanes"])
    }
    if lanes.count > 1 {
      table.append([
        "total", "", "", totals.segments.grouped, "", totals.events.grouped, totals.bytes.inBytes,
        totals.damagedBytes.inBytes, totals.tornBytes.inBytes,
      ])
    }
    return TextTable.text(table)
  }

  private var segmentTable: String {
    let head = ["segment", "state", "events", "numbers", "size", "damaged", "torn", "created"]
    let rows = segments.map { segment in
      [
        segment.file, segment.state, segment.events.grouped,
        numbers(segment.firstIndex, segment.lastIndex), segment.bytes.inBytes,
        segment.damagedBytes.inBytes, segment.tornBytes.inBytes,
        segment.created ?? "header damaged",
      ]
    }
    return TextTable.text([head] + rows)
  }

  private func numbers(_ first: UInt32, _ last: UInt32) -> String {
    first <= last ? "\(first)…\(last)" : "-"
  }

  private var destinationTable: String {
    guard !destinations.isEmpty else { return "no destinations" }
    let head = [
      "destination", "accepted", "delivered", "dead", "replayed", "filtered", "damaged", "dropped",
      "pending",
    ]
    return TextTable.text([head] + destinations.map(\.cells))
  }
}

extension DestinationReport {
  fileprivate var cells: [String] {
    guard !isDamaged else { return [name, "cursor damaged or missing"] }
    return [name]
      + [accepted, delivered, deadLettered, replayed, filtered, damaged, dropped, pending]
      .map { Int(clamping: $0).grouped }
  }

  fileprivate var remarks: [String] {
    var lines: [String] = []
    if let batch = batchInFlight {
      lines.append(
        "\(name): batch \(batch.key) in flight, \(batch.events) events, "
          + "\(Int(batch.bytes).inBytes), sealed \(batch.sealedAt), failed \(batch.failures) times"
          + (batch.bodyIsWhole ? "" : "; its body is missing or damaged, so it is sealed again"))
    }
    let stray = bodies.keys.filter { $0 != batchInFlight.map { "\($0.key).body" } }.count
    if stray > 0 { lines.append("\(name): \(stray) bodies that belong to no batch") }
    if deadLettersStored > 0 {
      lines.append("\(name): \(deadLettersStored.grouped) dead letters stored")
    }
    for (reason, number) in droppedByReason.sorted(by: { $0.key < $1.key }) {
      lines.append("\(name): \(Int(clamping: number).grouped) dropped, reason \(reason)")
    }
    if !balances { lines.append("\(name): the ledger does not balance") }
    return lines
  }
}
