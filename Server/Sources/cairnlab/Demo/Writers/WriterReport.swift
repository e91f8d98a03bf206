import Cairn

/// The final ledger of a writer, which is sent to the demo.
struct WriterReport: Codable, Sendable {
  let destinations: [LedgerRow]
  let refused: Int
  let isInMemory: Bool

  init(_ ledger: Ledger) {
    destinations = ledger.destinations.map { LedgerRow($0) }
    refused = Int(ledger.refused.values.reduce(0, +))
    isInMemory = ledger.isInMemory
  }

  /// The problem; nil when there is none.
  var problem: String? {
    if isInMemory { return "the journal was in memory" }
    if refused > 0 { return "\(refused) calls were refused" }
    for row in destinations {
      if !row.balances { return "the ledger of \(row.name) does not balance: \(row)" }
      if row.pending > 0 { return "\(row.pending) events still wait for \(row.name)" }
    }
    return nil
  }
}
