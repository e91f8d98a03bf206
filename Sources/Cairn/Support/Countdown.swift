/// Calls a closure once a number of parts are done.
final class Countdown: Sendable {
  private let left: Locked<Int>
  private let onZero: @Sendable () -> Void

  /// Creates a countdown; with a count of 0 the closure is called immediately.
  init(_ count: Int, onZero: @escaping @Sendable () -> Void) {
    left = Locked(count)
    self.onZero = onZero
    if count <= 0 { onZero() }
  }

  func countDown() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { onZero() }
  }
}
