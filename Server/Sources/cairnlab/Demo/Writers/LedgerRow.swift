import Cairn

/// A destination's row of a ledger, or the sum of the rows of several writers.
struct LedgerRow: Codable, Equatable, Sendable {
  let name: String
  var accepted = 0
  var delivered = 0
  var filtered = 0
  var deadLettered = 0
  var damaged = 0
  var dropped = 0
  var pending = 0
  var balances = true

  init(_ row: Ledger.Row) {
    name = row.name
    accepted = Int(row.accepted)
    delivered = Int(row.delivered)
    filtered = Int(row.filtered)
    deadLettered = Int(row.deadLettered)
    damaged = Int(row.damaged)
    dropped = Int(row.dropped.values.reduce(0, +))
    pending = Int(row.pending)
    balances = row.balances
  }

  /// Creates the sum; it balances when all rows do.
  init(_ name: String, sumOf rows: [LedgerRow]) {
    self.name = name
    for row in rows {
      accepted += row.accepted
      delivered += row.delivered
      filtered += row.filtered
      deadLettered += row.deadLettered
      damaged += row.damaged
      dropped += row.dropped
      pending += row.pending
      balances = balances && row.balances
    }
  }
}
