/// The thresholds of all destinations, which every recording thread notifies.
package final class EventThresholds: Sendable {
  private let entries = Locked<
    [(name: String, kindMask: EventKindMask, threshold: EventThreshold)]
  >([])

  package init() {}

  package func add(_ threshold: EventThreshold, _ kindMask: EventKindMask, named name: String) {
    entries.withLock { $0.append((name, kindMask, threshold)) }
  }

  package func remove(_ name: String) { entries.withLock { $0.removeAll { $0.name == name } } }

  func removeAll() { entries.withLock { $0 = [] } }

  var mutexForFork: ForkMutex { entries.mutexForFork }

  /// Notifies the thresholds of a recorded event.
  ///
  /// Only a stored event counts. An event that is only in memory, or that was refused, cannot be
  /// delivered, and would use up the notification that a destination waits for.
  @inline(__always)
  package func record(_ outcome: AppendResult.Outcome, _ kind: EventKind) {
    guard case .stored = outcome else { return }
    entries.withLock { entries in
      for (_, kindMask, threshold) in entries {
        if kindMask.contains(kind) { threshold.record() } else { threshold.pass() }
      }
    }
  }

  /// Makes all destinations check for events, because events that waited in memory may be stored
  /// now.
  package func fire() {
    for (_, _, threshold) in entries.withLock({ $0 }) { threshold.fire() }
  }
}
