/// The doorbells of all destinations: struck by every thread that records.
package final class Bells: Sendable {
  private let entries = Locked<[(name: String, interest: Interest, bell: Doorbell)]>([])

  package init() {}

  package func add(_ bell: Doorbell, _ interest: Interest, named name: String) {
    entries.withLock { $0.append((name, interest, bell)) }
  }

  package func remove(_ name: String) { entries.withLock { $0.removeAll { $0.name == name } } }

  func removeAll() { entries.withLock { $0 = [] } }

  var mutexForFork: ForkMutex { entries.mutexForFork }

  /// Says what became of an event that somebody recorded.
  ///
  /// Only one that is stored counts: what is in memory, or nowhere, cannot be delivered, and would
  /// use up the strike that a destination waits for.
  @inline(__always)
  package func strike(_ outcome: Appended.Outcome, _ kind: EventKind) {
    guard case .stored = outcome else { return }
    entries.withLock { entries in
      for (_, interest, bell) in entries {
        if interest.contains(kind) { bell.strike() } else { bell.pass() }
      }
    }
  }

  /// Has all destinations look at what there is: what waited in memory, and was never struck for, may be stored now.
  package func ring() {
    for (_, _, bell) in entries.withLock({ $0 }) { bell.ring() }
  }
}
