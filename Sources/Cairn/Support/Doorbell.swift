/// Tells somebody who sleeps that enough has happened.
///
/// Striking it costs a lock and an addition.
package final class Doorbell: Sendable {
  /// After so many of what is of no concern, that is told.
  package static let mostPassing = 1_000

  private let strikesLeft = Locked<Int?>(nil)
  private let passingLeft = Locked(mostPassing)
  private let passing: @Sendable () -> Void
  private let onRing: @Sendable () -> Void

  /// Both are called on the thread of the strike that was awaited; they must not wait.
  package init(
    passing: @escaping @Sendable () -> Void = {}, ring: @escaping @Sendable () -> Void
  ) {
    self.passing = passing
    onRing = ring
  }

  /// Rings once after so many strikes from now; at least one.
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

  /// Rings at once, whatever is awaited; that stays as it is.
  package func ring() { onRing() }

  /// Something happened that is of no concern.
  @inline(__always)
  package func pass() {
    let isMuch = passingLeft.withLock { left in
      left = left > 1 ? left - 1 : Self.mostPassing
      return left == Self.mostPassing
    }
    if isMuch { passing() }
  }
}
