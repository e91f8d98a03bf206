/// The file that `journalworkload write --ledger` writes.
struct LedgerReport: Decodable {
  var recorded: Int
  var buffered: Int
  var refused: Int
  var problem: String?
  var destinations: [CheckReport.Account]
}
