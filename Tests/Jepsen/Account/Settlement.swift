import Cairn
import Foundation

/// The command `settle`: opens the journal when all writers have ended, and prints the SDK's
/// counters of all events.
struct Settlement: Codable, Sendable {
  struct Row: Codable, Sendable {
    var name: String
    var accepted: Int
    var delivered: Int
    var filtered: Int
    var deadLettered: Int
    var replayed: Int
    var damaged: Int
    var dropped: Int
    /// The number of dead letters among them that were dropped by their cap.
    var pushedOut: Int
    var pending: Int
    var balances: Bool
    /// The identifiers of the events in the dead letters.
    var letters: [String]
  }

  var rows: [Row]
  var isInMemory: Bool

  /// Prints the counters after everything that can be delivered was delivered.
  static func run(_ options: Options) async throws {
    let folder = try options.required("round")
    let plan = try Plan.read(folder)
    let analytics = Analytics(try plan.configuration(folder))
    for _ in 0..<50 where !(await analytics.flush().isComplete) { BlockingSleep.milliseconds(20) }
    let ledger = analytics.ledger()
    await analytics.close(flushingForSeconds: 0)
    let rows = try ledger.destinations.map { row in
      Row(row, letters: try Replayer.box(folder, row.name).contents().letters.map(\.id.description))
    }
    let report = Settlement(rows: rows, isInMemory: ledger.isInMemory)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
  }
}

extension Settlement.Row {
  init(_ row: Ledger.Row, letters: [String]) {
    name = row.name
    accepted = Int(row.accepted)
    delivered = Int(row.delivered)
    filtered = Int(row.filtered)
    deadLettered = Int(row.deadLettered)
    replayed = Int(row.replayed)
    damaged = Int(row.damaged)
    dropped = Int(row.dropped.values.reduce(0, +))
    pushedOut = Int(row.dropped[.deadLettersFull] ?? 0)
    pending = Int(row.pending)
    balances = row.balances
    self.letters = letters
  }
}
