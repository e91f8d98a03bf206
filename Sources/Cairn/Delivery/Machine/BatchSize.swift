/// How many events the next batch may have, after what became of those before it.
package struct BatchSize: Equatable, Sendable {
  /// How many batches in a row must be taken before a larger one is tried.
  private static let patience = 16

  /// At least one of so many events, the next ones, will never be taken.
  private var suspects: Int?
  /// More at once was too much.
  private var ceiling: Int?
  private var taken = 0

  package init() {}

  /// Nil for as many as the destination takes.
  package var most: Int? {
    let half = suspects.map { max(1, $0 / 2) }
    guard let half, let ceiling else { return half ?? ceiling }
    return min(half, ceiling)
  }

  /// An offender is looked for.
  package var isSearching: Bool { suspects != nil }

  package mutating func tooMuch(_ events: Int) {
    ceiling = max(1, events / 2)
    taken = 0
  }

  /// Halving what is left of the suspects finds the offender with as many requests as their number has binary digits.
  package mutating func refused(_ events: Int) { suspects = events }

  package mutating func delivered(_ events: Int) {
    suspects = suspects.flatMap { $0 > events ? $0 - events : nil }
    guard let ceiling else { return }
    taken += 1
    guard taken >= Self.patience else { return }
    self.ceiling = min(ceiling * 2, 1 << 30)
    taken = 0
  }

  /// All is delivered.
  package mutating func rest() { suspects = nil }
}
