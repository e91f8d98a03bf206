/// What the recorder did in this run.
package struct RecorderTally: Sendable {
  package private(set) var recorded: UInt64 = 0
  package private(set) var refused: [String: UInt64] = [:]
  /// Numbers that were NaN or infinite, and arrays and objects that lay too deep: written as `null`.
  package private(set) var nonFinite = 0
  package private(set) var tooDeep = 0
  /// Of each reason and name one line is logged; and no more than so many, whatever the names.
  private var logged: Set<String> = []
  private static let mostLogged = 100
  private var objections: Set<String> = []

  @inline(__always)
  mutating func record(_ values: ValueWriter) {
    recorded += 1
    nonFinite += values.nonFinite
    tooDeep += values.tooDeep
  }

  /// Whether it is the first of its kind.
  package mutating func refuse(_ reason: String, _ name: String) -> Bool {
    refused[reason, default: 0] += 1
    return logged.count < Self.mostLogged && logged.insert(reason + " " + name).inserted
  }

  /// Whether this is new and to be logged: of an event that is recorded nonetheless.
  package mutating func object(_ sentence: String) -> Bool {
    objections.count < Self.mostLogged && objections.insert(sentence).inserted
  }
}
