/// The result of a finished demo for one destination.
struct DestinationResult: Sendable {
  let name: String
  let proof: Proof
  /// The sum of the ledgers of all writers.
  let ledger: LedgerRow
  let duplicatesReceived: Int
  let proxy: ProxyCounts

  /// The problems, one sentence each; empty when there are none.
  var problems: [String] {
    var problems: [String] = []
    if !proof.lost.isEmpty {
      let some = proof.lost.prefix(10).map { "writer \($0.writer) number \($0.number)" }
      let more = proof.lost.count > 10 ? ", …" : ""
      problems.append("lost: \(some.joined(separator: ", "))\(more)")
    }
    if proof.storedTwice > 0 { problems.append("rows stored twice: \(proof.storedTwice)") }
    if proof.outOfOrder > 0 { problems.append("rows out of order: \(proof.outOfOrder)") }
    if proof.unexpected > 0 {
      problems.append("rows of events that nobody tracked: \(proof.unexpected)")
    }
    if proxy.strays > 0 { problems.append("redirects that were followed: \(proxy.strays)") }
    if proof.holds, ledger.delivered != proof.stored {
      problems.append("the ledger has \(ledger.delivered) delivered, \(proof.stored) are stored")
    }
    return problems
  }
}
