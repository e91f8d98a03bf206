/// All that a finished demo has to say.
struct DemoResult: Sendable {
  let proof: Proof
  let reports: [WriterReport]
  let duplicatesReceived: Int
  let kills: Int
  let proxy: ProxyCounts
  let seconds: Double

  /// What went wrong, a sentence each; empty when all is well.
  var problems: [String] {
    var problems: [String] = []
    if !proof.lost.isEmpty {
      let some = proof.lost.prefix(10).map { "writer \($0.writer) number \($0.number)" }
      let more = proof.lost.count > 10 ? ", …" : ""
      problems.append("lost: \(some.joined(separator: ", "))\(more)")
    }
    if proof.storedTwice > 0 { problems.append("rows stored twice: \(proof.storedTwice)") }
    if proof.unexpected > 0 {
      problems.append("rows of events that nobody tracked: \(proof.unexpected)")
    }
    for (index, report) in reports.enumerated() {
      if let problem = Self.problem(report) { problems.append("writer \(index + 1): \(problem)") }
    }
    return problems
  }

  private static func problem(_ report: WriterReport) -> String? {
    if !report.balances { return "the ledger does not balance: \(report)" }
    if report.isInMemory { return "the journal was in memory" }
    if report.pending > 0 { return "\(report.pending) events wait still" }
    if report.refused > 0 { return "\(report.refused) calls were refused" }
    return nil
  }
}
