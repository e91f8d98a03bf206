import Cairn

/// The result of `bench track`.
struct TrackReport: Encodable {
  /// The result of one call per millisecond, when caches are cold.
  struct Paced: Encodable {
    var track: Latencies
    var pwrite: Latencies
    var ratio: Double
  }

  var track: Latencies
  /// The result of calls that build their dictionary from literals.
  var trackBuilt: Latencies
  /// The result of calls that build their dictionary from variables.
  var trackVariables: Latencies
  var pwrite: Latencies
  var sqlite: Latencies
  var steps: TrackSteps
  /// The ratio of the medians of `track` and `pwrite`.
  var ratio: Double
  var eventsPerSecond: Int
  /// The allocations of the whole process for each call with one prepared dictionary; nil when they
  /// cannot be counted.
  var allocationsPerCall: Double?
  /// The ratio of the segment files' bytes to the bytes of the events' JSON.
  var bytesPerPayloadByte: Double
  var paced: Paced

  static func ratio(_ track: Latencies, _ pwrite: Latencies) -> Double {
    (Double(track.p50) / Double(max(pwrite.p50, 1)) * 100).rounded() / 100
  }

  /// A table for people.
  var text: String {
    let table = TextTable.text([
      ["nanoseconds", "p50", "p99", "p99.9", "max"],
      ["track()"] + track.cells,
      ["track(), literals in the call"] + trackBuilt.cells,
      ["track(), variables in the call"] + trackVariables.cells,
      ["pwrite(2), same bytes"] + pwrite.cells,
      ["SQLite insert, WAL"] + sqlite.cells,
      ["track(), 1 kHz"] + paced.track.cells,
      ["pwrite(2), 1 kHz"] + paced.pwrite.cells,
    ])
    let steps = TextTable.text([["a call of track(), p50", "ns", ""]] + self.steps.rows)
    let allocations = allocationsPerCall.map { "\($0)" } ?? "not counted"
    return """
      \(table)

      \(steps)

      track() to pwrite(2), p50:    \(ratio) back to back, \(paced.ratio) at 1 kHz
      events a second:              \(eventsPerSecond)
      allocations a call:           \(allocations)
      bytes written a payload byte: \(bytesPerPayloadByte)
      """
  }
}
