/// Who hears what the host says, besides the engine: products that are built on this one.
///
/// Safe to use from any thread.
package final class SignalListeners: Sendable {
  private struct State {
    var next = 0
    var listeners: [Int: @Sendable (HostSignal) -> Void] = [:]
    var isInBack = false
  }

  private let state = Locked(State())

  /// Calls this for every signal from now on, until the place that is returned is removed; at once if the app is in the
  /// back.
  package func add(_ hear: @escaping @Sendable (HostSignal) -> Void) -> Int {
    let (place, isInBack) = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = hear
      return (state.next, state.isInBack)
    }
    if isInBack { hear(.background) }
    return place
  }

  package func remove(_ place: Int) { state.withLock { $0.listeners[place] = nil } }

  /// Returns when all have heard it.
  func hear(_ signal: HostSignal) {
    let listeners = state.withLock { state in
      switch signal {
      case .foreground: state.isInBack = false
      case .background: state.isInBack = true
      default: break
      }
      return Array(state.listeners.values)
    }
    for hear in listeners { hear(signal) }
  }
}
