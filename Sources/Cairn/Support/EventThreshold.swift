/// Calls a closure once a number of events has occurred.
///
/// Recording an event costs a lock and an addition.
package final class EventThreshold: Sendable {
  /// The number of uninteresting events after which `passing` is called.
  package static let mostPassing = 1_000

  /// A moment in the sequence of recorded events.
  package struct Mark: Sendable { fileprivate let events: Int }

  private struct State {
    /// The number of recorded events; it wraps.
    var recorded = 0
    /// The value of `recorded` at which the threshold fires; nil while it is not armed.
    var due: Int?
  }

  private let state = Locked(State())
  private let passingLeft = Locked(mostPassing)
  private let passing: @Sendable () -> Void
  private let onFire: @Sendable () -> Void

  /// Creates a threshold; both closures are called on the thread of the last event, and must not
  /// wait.
  package init(
    passing: @escaping @Sendable () -> Void = {}, onFire: @escaping @Sendable () -> Void
  ) {
    self.passing = passing
    self.onFire = onFire
  }

  /// The current moment, to be taken before the pending events are counted.
  package var mark: Mark { Mark(events: state.withLock { $0.recorded }) }

  /// Arms the threshold to fire once after the given number of events from now; at least one.
  package func arm(after events: Int) {
    state.withLock { $0.due = $0.recorded &+ max(1, events) }
  }

  /// Arms the threshold to fire once after the given number of events from `mark`; immediately if
  /// they have been recorded already.
  ///
  /// Events that other threads record between `mark` and this call count too. Otherwise the
  /// threshold would fire as many events too late.
  package func arm(after events: Int, from mark: Mark) {
    let fires = state.withLock { state in
      let left = events - (state.recorded &- mark.events)
      state.due = left > 0 ? state.recorded &+ left : nil
      return left <= 0
    }
    if fires { onFire() }
  }

  @inline(__always)
  package func record() {
    let fires = state.withLock { state in
      state.recorded &+= 1
      guard state.recorded == state.due else { return false }
      state.due = nil
      return true
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
