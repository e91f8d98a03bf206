import ToolSupport
import Foundation

/// The result of a finished content demo.
struct ContentDemoResult: Sendable {
  let proof: ContentProof
  let book: EdgeBook.Contents
  let reports: [WriterReport]
  let kills: Int
  let proxy: ProxyCounts
  let seconds: Double

  /// The problems, one sentence each; empty when there are none.
  var problems: [String] {
    var problems = reports.enumerated().compactMap { index, report in
      report.problem.map { "writer \(index + 1): \($0)" }
    }
    if !proof.holds { problems.append("the sums differ: \(proof)") }
    if book.changed > 0 { problems.append("\(book.changed) events came again with other contents") }
    return problems
  }

  /// The result for programs: one line of JSON, always with the same members in the same order.
  var json: String {
    """
    {"interactions":\(proof.interactions),"counted":\(proof.counted),"lost":\(proof.lost),\
    "countedTwice":\(proof.countedTwice),"kills":\(kills),"payloads":\(book.payloads),\
    "duplicatePayloads":\(book.duplicates),"requests":\(proxy.requests),\
    "requestsFailed":\(proxy.failed),"seconds":\(String(format: "%.1f", seconds))}
    """
  }

  var table: String {
    """
      interactions  \(proof.interactions.grouped)
      counted       \(proof.counted.grouped), lost \(proof.lost), twice \(proof.countedTwice)
      kills         \(kills)
      payloads      \(book.payloads.grouped), of them \(book.duplicates.grouped) came again
      requests      \(proxy.requests.grouped), of them \(proxy.failed.grouped) met a fault
    """
  }
}
