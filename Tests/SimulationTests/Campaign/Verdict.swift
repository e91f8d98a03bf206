/// The result of testing one scenario.
struct Verdict: Sendable {
  /// The number of disks after a crash that were checked.
  var states = 0
  /// The number of events that were acknowledged as stored.
  var acknowledged = 0
  /// The first problem and its place.
  var failure: String?

  mutating func judge(_ wrong: [String], _ place: @autoclosure () -> String) {
    states += 1
    if failure == nil, let first = wrong.first { failure = "\(first) [\(place())]" }
  }
}
