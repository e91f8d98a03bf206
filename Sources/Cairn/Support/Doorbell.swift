/// Tells somebody who sleeps that enough has happened.
///
/// Striking it costs a lock and an addition.
package final class Doorbell: Sendable {
  private let strikesLeft = Locked<Int?>(nil)
  private let ring: @Sendable () -> Void

  /// `ring` is called on the thread of the strike that was awaited; it must not wait.
  package init(ring: @escaping @Sendable () -> Void) { self.ring = ring }

  /// Rings once after so many strikes from now; at least one.
  package func arm(after strikes: Int) { strikesLeft.withLock { $0 = max(1, strikes) } }

  @inline(__always)
  package func strike() {
    let rings = strikesLeft.withLock { left in
      guard let count = left else { return false }
      left = count > 1 ? count - 1 : nil
      return count <= 1
    }
    if rings { ring() }
  }
}
