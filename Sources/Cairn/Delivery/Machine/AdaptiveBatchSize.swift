/// Determines the maximum size of the next batch from the outcomes of earlier ones.
package struct AdaptiveBatchSize: Equatable, Sendable {
  /// The number of consecutive accepted batches before a larger one is tried.
  private static let patience = 16

  /// The number of next events of which at least one will never be accepted.
  private var unconfirmedFiles: Int?
  /// The size above which batches were too large.
  private var ceiling: Int?
  private var taken = 0

  package init() {}

  /// The maximum number of events; nil for the destination's own limit.
  package var most: Int? {
    let half = unconfirmedFiles.map { max(1, $0 / 2) }
    guard let half, let ceiling else { return half ?? ceiling }
    return min(half, ceiling)
  }

  /// Whether a refused event is being searched for.
  package var isSearching: Bool { unconfirmedFiles != nil }

  package mutating func tooMuch(_ events: Int) {
    ceiling = max(1, events / 2)
    taken = 0
  }

  /// Starts or continues the search for the refused event among the next `events` events.
  ///
  /// The bisection needs about as many requests as that number has binary digits.
  package mutating func refused(_ events: Int) { unconfirmedFiles = events }

  package mutating func delivered(_ events: Int) {
    unconfirmedFiles = unconfirmedFiles.flatMap { $0 > events ? $0 - events : nil }
    guard let ceiling else { return }
    taken += 1
    guard taken >= Self.patience else { return }
    self.ceiling = min(ceiling * 2, 1 << 30)
    taken = 0
  }

  /// Ends the search, because all events are delivered.
  package mutating func rest() { unconfirmedFiles = nil }
}
