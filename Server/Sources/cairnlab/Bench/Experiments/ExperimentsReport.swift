import ToolSupport
import Cairn

/// The result of `bench experiments`.
struct ExperimentsReport: Encodable {
  var decisions: Int
  /// The number of decisions for a variation.
  var served: Int
  /// The average time of a decision.
  var decisionNanos: Int
  /// The average time of one hash of the experience's and the visitor's id.
  var hashNanos: Double
  /// The time of each single decision.
  var decision: Latencies
  /// The time of each `runExperience` for a visitor with earlier decisions, as an app calls it.
  var call: Latencies
  /// The same while another thread stores changes of other visitors.
  var callBesideWriter: Latencies
  var decisionsPerSecond: Int
  /// The sum of all hashes, which prevents the compiler from removing them.
  var checksum: Int

  /// Whether the goals are met.
  var isQuickEnough: Bool {
    decisionsPerSecond >= 500_000
      && [decision, call, callBesideWriter].allSatisfy { $0.p99 <= 5_000 }
  }

  /// The result as lines for people, with the goals at the end.
  var text: String {
    let ratio = (Double(decisionNanos) / max(hashNanos, 0.1) * 10).rounded() / 10
    return """
      \(TextTable.text([
        ["nanoseconds", "p50", "p99 (at most 5000)", "p99.9", "max"], ["a decision by itself"] + decision.cells,
        ["runExperience, decided before"] + call.cells,
        ["the same during writes"] + callBesideWriter.cells,
      ]))

      decisions:               \(decisions.grouped), \(served.grouped) for a variation
      a decision, on average:  \(decisionNanos) ns  (at most 5000)
      a hash of the same ids:  \((hashNanos * 10).rounded() / 10) ns
      decision to hash:        \(ratio)
      decisions a second:      \(decisionsPerSecond.grouped)  (at least 500 000)
      """
  }
}
