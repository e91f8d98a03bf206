/// What came of trying one scenario.
struct Verdict: Sendable {
  /// Disks after a crash that were looked at.
  var states = 0
  /// Events that some program was told are stored.
  var acknowledged = 0
  /// The first thing that was wrong, and where.
  var failure: String?

  mutating func judge(_ wrong: [String], _ place: @autoclosure () -> String) {
    states += 1
    if failure == nil, let first = wrong.first { failure = "\(first) [\(place())]" }
  }
}
