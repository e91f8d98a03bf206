/// What `journalworkload write --ledger` leaves.
struct LedgerReport: Decodable {
  var recorded: Int
  var buffered: Int
  var refused: Int
  var problem: String?
  var destinations: [CheckReport.Account]
}
