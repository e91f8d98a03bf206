import Cairn

/// The ledger of a writer at its end, as it goes to the demo.
struct WriterReport: Codable, Sendable {
  let accepted: Int
  let delivered: Int
  let deadLettered: Int
  let damaged: Int
  let dropped: Int
  let pending: Int
  let refused: Int
  let balances: Bool
  let isInMemory: Bool

  init(_ ledger: Ledger) {
    let rows = ledger.destinations
    func total(_ count: (Ledger.Row) -> UInt64) -> Int { rows.reduce(0) { $0 + Int(count($1)) } }
    accepted = total(\.accepted)
    delivered = total(\.delivered)
    deadLettered = total(\.deadLettered)
    damaged = total(\.damaged)
    dropped = total { $0.dropped.values.reduce(0, +) }
    pending = total(\.pending)
    refused = Int(ledger.refused.values.reduce(0, +))
    balances = ledger.balances
    isInMemory = ledger.isInMemory
  }
}
