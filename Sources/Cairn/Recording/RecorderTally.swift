/// Counts what the recorder has done in this launch.
package struct RecorderTally: Sendable {
  package private(set) var recorded: UInt64 = 0
  package private(set) var refused: [String: UInt64] = [:]
  /// The number of NaN or infinite numbers, which were written as `null`.
  package private(set) var nonFinite = 0
  package private(set) var tooDeep = 0
  /// The number of properties without a value that were left out.
  package private(set) var omitted = 0
  /// The pairs of reason and name for which a line was logged, at most `mostLogged` of them.
  private var logged: Set<String> = []
  private static let mostLogged = 100
  private var objections: Set<String> = []

  @inline(__always)
  mutating func record(_ values: ValueWriter) {
    recorded += 1
    nonFinite += values.nonFinite
    tooDeep += values.tooDeep
  }

  mutating func omit(_ count: Int) { omitted += count }

  /// Counts a refusal, and returns whether it is the first of its kind and is to be logged.
  package mutating func refuse(_ reason: String, _ name: String) -> Bool {
    refused[reason, default: 0] += 1
    return logged.count < Self.mostLogged && logged.insert(reason + " " + name).inserted
  }

  /// Returns whether this sentence about a recorded event is new and is to be logged.
  package mutating func object(_ sentence: String) -> Bool {
    objections.count < Self.mostLogged && objections.insert(sentence).inserted
  }
}

extension RecorderTally {
  /// The number of refused calls by reason.
  package var refusals: [RecordingFailure: UInt64] {
    Dictionary(refused.map { (RecordingFailure(rawValue: $0.key), $0.value) }, uniquingKeysWith: +)
  }
}
