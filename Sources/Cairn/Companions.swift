/// The products that are built on an engine: they hear what it hears, and end with it.
final class Companions: Sendable {
  /// One of them.
  private struct Companion {
    let hear: @Sendable (HostSignal) -> Void
    let stop: @Sendable () -> Void
  }

  private struct State {
    var isStopped = false
    var companions: [Companion] = []
  }

  private let state = Locked(State())

  init() {}

  /// `stop` is called at once if the engine has stopped.
  func add(
    hear: @escaping @Sendable (HostSignal) -> Void, stop: @escaping @Sendable () -> Void
  ) {
    let isStopped = state.withLock { state in
      if !state.isStopped { state.companions.append(Companion(hear: hear, stop: stop)) }
      return state.isStopped
    }
    if isStopped { stop() }
  }

  func hear(_ signal: HostSignal) {
    for companion in state.withLock({ $0.companions }) { companion.hear(signal) }
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
