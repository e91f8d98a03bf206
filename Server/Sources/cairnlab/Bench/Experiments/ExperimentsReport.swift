import ToolSupport
import Cairn

/// What `bench experiments` found.
struct ExperimentsReport: Encodable {
  var decisions: Int
  /// How many decisions were for a variation.
  var served: Int
  /// Of one, on average.
  var decisionNanos: Int
  /// Of hashing the experience's and the visitor's id once, on average.
  var hashNanos: Double
  /// Each timed by itself.
  var decision: Latencies
  /// Each `runExperience` of a visitor who was told before, as an app makes it.
  var call: Latencies
  /// The same while another thread stores changes of other visitors.
  var callBesideWriter: Latencies
  var decisionsPerSecond: Int
  /// Of all hashes, so that none is left out.
  var checksum: Int

  /// Whether the goals are met.
  var isQuickEnough: Bool {
    decisionsPerSecond >= 500_000
      && [decision, call, callBesideWriter].allSatisfy { $0.p99 <= 5_000 }
  }

  /// Lines for people; the goals stand behind.
  var text: String {
    let ratio = (Double(decisionNanos) / max(hashNanos, 0.1) * 10).rounded() / 10
    return """
      \(TextTable.text([
        ["nanoseconds", "p50", "p99 (at most 5000)", "p99.9", "max"], ["a decision by itself"] + \
        decision.cells,
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
