/// Does something once so many parts of a work are done.
final class Countdown: Sendable {
  private let left: Locked<Int>
  private let onZero: @Sendable () -> Void

  /// With none to wait for it is done at once.
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
