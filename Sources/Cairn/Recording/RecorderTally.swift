/// Counts what the recorder has done in this launch.
package struct RecorderTally: Sendable {
  package private(set) var recorded: UInt64 = 0
  /// The number of refused calls by reason.
  package private(set) var refused: [RecordingFailure: UInt64] = [:]
  /// The number of NaN or infinite numbers, which were written as `null`.
  package private(set) var nonFinite = 0
  package private(set) var tooDeep = 0
  /// The number of properties without a value that were left out.
  package private(set) var omitted = 0
  /// The pairs of reason and name for which a line was logged, at most `mostLogged` of them.
  private var logged: Set<String> = []
  private static let mostLogged = 100
  private var issues: Set<String> = []

  @inline(__always)
  mutating func record(_ values: ValueWriter) {
    recorded += 1
    nonFinite += values.nonFinite
    tooDeep += values.tooDeep
  }

  mutating func omit(_ count: Int) { omitted += count }

  /// Counts a refusal, and returns whether it is the first of its kind and is to be logged.
  package mutating func refuse(_ reason: RecordingFailure, _ name: String) -> Bool {
    refused[reason, default: 0] += 1
    return logged.count < Self.mostLogged && logged.insert(reason.rawValue + " " + name).inserted
  }

  /// Notes a problem of a recorded event; returns whether the sentence was not logged before.
  package mutating func noteIssue(_ sentence: String) -> Bool {
    issues.count < Self.mostLogged && issues.insert(sentence).inserted
  }
}
