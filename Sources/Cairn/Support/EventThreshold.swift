/// Calls a closure once a number of events has occurred.
///
/// Recording an event costs a lock and an addition.
package final class EventThreshold: Sendable {
  /// The number of uninteresting events after which `passing` is called.
  package static let mostPassing = 1_000

  private let eventsLeft = Locked<Int?>(nil)
  private let passingLeft = Locked(mostPassing)
  private let passing: @Sendable () -> Void
  private let onFire: @Sendable () -> Void

  /// Creates a threshold; both closures are called on the thread of the last strike or pass, and
  /// must not wait.
  package init(
    passing: @escaping @Sendable () -> Void = {}, onFire: @escaping @Sendable () -> Void
  ) {
    self.passing = passing
    self.onFire = onFire
  }

  /// Arms the threshold to ring once after the given number of events from now; at least one.
  package func arm(after events: Int) { eventsLeft.withLock { $0 = max(1, events) } }

  @inline(__always)
  package func record() {
    let fires = eventsLeft.withLock { left in
      guard let count = left else { return false }
      left = count > 1 ? count - 1 : nil
      return count <= 1
    }
    if fires { onFire() }
  }

  /// Fires immediately; an armed count is unchanged.
  package func fire() { onFire() }

  /// Counts an event that is not of interest.
  @inline(__always)
  package func pass() {
    let isMuch = passingLeft.withLock { left in
      left = left > 1 ? left - 1 : Self.mostPassing
      return left == Self.mostPassing
    }
    if isMuch { passing() }
  }
}
