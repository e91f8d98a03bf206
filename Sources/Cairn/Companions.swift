/// The products that are built on an engine: they hear what it hears, and end with it.
final class Companions: Sendable {
  /// One of them.
  private struct Companion {
    let hear: @Sendable (HostSignal) -> Void
    let stop: @Sendable () -> Void
    let forget: @Sendable (String) -> Void
  }

  private struct State {
    var isStopped = false
    var companions: [Companion] = []
  }

  private let state = Locked(State())

  init() {}

  /// `stop` is called at once if the engine has stopped.
  func add(
    hear: @escaping @Sendable (HostSignal) -> Void, stop: @escaping @Sendable () -> Void,
    forget: @escaping @Sendable (String) -> Void
  ) {
    let isStopped = state.withLock { state in
      if !state.isStopped {
        state.companions.append(Companion(hear: hear, stop: stop, forget: forget))
      }
      return state.isStopped
    }
    if isStopped { stop() }
  }

  func hear(_ signal: HostSignal) {
    for companion in state.withLock({ $0.companions }) { companion.hear(signal) }
  }

  /// The user with this anonymous identifier is to be forgotten.
  func forget(_ anonymousID: String) {
    for companion in state.withLock({ $0.companions }) { companion.forget(anonymousID) }
  }

  func stop() {
    let companions = state.withLock { state in
      state.isStopped = true
      defer { state.companions = [] }
      return state.companions
    }
    for companion in companions { companion.stop() }
  }
}
