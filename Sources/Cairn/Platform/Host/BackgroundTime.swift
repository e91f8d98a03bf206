/// Background time that the system granted for unfinished work.
///
/// The caller must end it as soon as the work is done: an app that keeps it longer is killed or
/// drains the battery.
package final class BackgroundTime: Sendable {
  private enum State {
    case running([@Sendable () -> Void])
    case ended
  }

  /// The purpose of the time in which events are delivered after the app entered the background.
  static let delivery = "deliver events"

  private let state = Locked(State.running([]))

  package init() {}

  package var isEnded: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

  /// Ends the background time; further calls do nothing.
  package func end() {
    let actions = state.withLock { state -> [@Sendable () -> Void] in
      guard case .running(let actions) = state else { return [] }
      state = .ended
      return actions
    }
    for action in actions { action() }
  }

  /// Calls the closure when the time is ended, or now if it is already.
  package func whenEnded(_ action: @escaping @Sendable () -> Void) {
    let isEnded = state.withLock { state in
      guard case .running(let actions) = state else { return true }
      state = .running(actions + [action])
      return false
    }
    if isEnded { action() }
  }
}
