/// The doorbells of all destinations, which every recording thread notifies.
package final class Bells: Sendable {
  private let entries = Locked<[(name: String, interest: Interest, bell: Doorbell)]>([])

  package init() {}

  package func add(_ bell: Doorbell, _ interest: Interest, named name: String) {
    entries.withLock { $0.append((name, interest, bell)) }
  }

  package func remove(_ name: String) { entries.withLock { $0.removeAll { $0.name == name } } }

  func removeAll() { entries.withLock { $0 = [] } }

  var mutexForFork: ForkMutex { entries.mutexForFork }

  /// Notifies the doorbells of a recorded event.
  ///
  /// Only a stored event counts. An event that is only in memory, or that was refused, cannot be
  /// delivered, and would use up the notification that a destination waits for.
  @inline(__always)
  package func strike(_ outcome: Appended.Outcome, _ kind: EventKind) {
    guard case .stored = outcome else { return }
    entries.withLock { entries in
      for (_, interest, bell) in entries {
        if interest.contains(kind) { bell.strike() } else { bell.pass() }
      }
    }
  }

  /// Makes all destinations check for events, because events that waited in memory may be stored
  /// now.
  package func ring() {
    for (_, _, bell) in entries.withLock({ $0 }) { bell.ring() }
  }
}
