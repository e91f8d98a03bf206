import Foundation

/// The result of `bench content`.
struct ContentReport: Encodable {
  var trackNanos: Latencies
  /// The time to read, group and write the counts of ten interactions.
  var flushOfTenNanos: Latencies
  /// The time to open a journal with ten interactions.
  var recoverMicros: Int
  var diskBytesAnInteraction: Int
  var memoryBytesAnInteraction: Double

  /// The result as lines for people, with the figures in the documents at the end.
  var text: String {
    """
    an interaction, p50 and p99:  \(trackNanos.p50) and \(trackNanos.p99) ns  (1 to 2 ms)
    opening with ten of them:     \(recoverMicros) µs  (5 to 10 ms)
    counting ten, p50 and p99:    \(flushOfTenNanos.p50 / 1_000) and \(flushOfTenNanos.p99 / 1_000) µs  (10 to 20 ms)
    disk for each:                \(diskBytesAnInteraction) bytes  (1 to 2 KB)
    memory for each:              \(String(format: "%.1f", memoryBytesAnInteraction)) bytes  (2 KB)
    """
  }
}
