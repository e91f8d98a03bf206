/// The products that are built on an engine: they receive the engine's signals, and stop with it.
///
/// Safe to use from any thread.
final class Companions: Sendable {
  /// The closures of one product.
  private struct Companion {
    let hear: @Sendable (HostSignal) -> Void
    let stop: @Sendable () -> Void
    let forget: @Sendable (String?) -> Void
  }

  private struct State {
    var isStopped = false
    var next = 0
    var companions: [Int: Companion] = [:]
  }

  private let state = Locked(State())

  init() {}

  /// Adds a product and returns its number; calls `stop` immediately if the engine has stopped.
  func add(
    hear: @escaping @Sendable (HostSignal) -> Void, stop: @escaping @Sendable () -> Void,
    forget: @escaping @Sendable (String?) -> Void
  ) -> Int {
    let (place, isStopped) = state.withLock { state in
      state.next += 1
      if !state.isStopped {
        state.companions[state.next] = Companion(hear: hear, stop: stop, forget: forget)
      }
      return (state.next, state.isStopped)
    }
    if isStopped { stop() }
    return place
  }

  var count: Int { state.withLock { $0.companions.count } }

  func remove(_ place: Int) { state.withLock { $0.companions[place] = nil } }

  /// Returns when all products have handled the signal.
  func hear(_ signal: HostSignal) { for companion in companions { companion.hear(signal) } }

  /// Tells the products to remove the user with this anonymous identifier, or all users when it is
  /// nil.
  func forget(_ anonymousID: String?) {
    for companion in companions { companion.forget(anonymousID) }
  }

  func stop() {
    let companions = state.withLock { state in
      state.isStopped = true
      defer { state.companions = [:] }
      return state.companions.values.map(\.self)
    }
    for companion in companions { companion.stop() }
  }

  private var companions: [Companion] { state.withLock { $0.companions.values.map(\.self) } }
}
