/// Calls a closure once a number of events has occurred.
///
/// A strike costs a lock and an addition.
package final class Doorbell: Sendable {
  /// The number of uninteresting events after which `passing` is called.
  package static let mostPassing = 1_000

  private let strikesLeft = Locked<Int?>(nil)
  private let passingLeft = Locked(mostPassing)
  private let passing: @Sendable () -> Void
  private let onRing: @Sendable () -> Void

  /// Creates a doorbell; both closures are called on the thread of the last strike or pass, and
  /// must not wait.
  package init(
    passing: @escaping @Sendable () -> Void = {}, ring: @escaping @Sendable () -> Void
  ) {
    self.passing = passing
    onRing = ring
  }

  /// Arms the doorbell to ring once after the given number of strikes from now; at least one.
  package func arm(after strikes: Int) { strikesLeft.withLock { $0 = max(1, strikes) } }

  @inline(__always)
  package func strike() {
    let rings = strikesLeft.withLock { left in
      guard let count = left else { return false }
      left = count > 1 ? count - 1 : nil
      return count <= 1
    }
    if rings { onRing() }
  }

  /// Rings immediately; an armed count is unchanged.
  package func ring() { onRing() }

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
