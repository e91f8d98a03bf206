/// The products that are built on an engine: they receive the engine's signals, and stop with it.
///
/// Safe to use from any thread.
final class EngineObservers: Sendable {
  /// The closures of one product.
  private struct EngineObserver {
    let handle: @Sendable (HostSignal) -> Void
    let closing: @Sendable () -> Void
    let stop: @Sendable () -> Void
    let forget: @Sendable (String?) -> Void
    let waiting: @Sendable () -> Int
  }

  private struct State {
    var isStopped = false
    var next = 0
    var observers: [Int: EngineObserver] = [:]
  }

  private let state = Locked(State())

  init() {}

  /// Adds a product and returns its number; calls `stop` immediately if the engine has stopped.
  func add(
    handle: @escaping @Sendable (HostSignal) -> Void,
    closing: @escaping @Sendable () -> Void = {}, stop: @escaping @Sendable () -> Void,
    forget: @escaping @Sendable (String?) -> Void, waiting: @escaping @Sendable () -> Int = { 0 }
  ) -> Int {
    let (place, isStopped) = state.withLock { state in
      state.next += 1
      if !state.isStopped {
        state.observers[state.next] = EngineObserver(
          handle: handle, closing: closing, stop: stop, forget: forget, waiting: waiting)
      }
      return (state.next, state.isStopped)
    }
    if isStopped { stop() }
    return place
  }

  var count: Int { state.withLock { $0.observers.count } }

  func remove(_ place: Int) { state.withLock { $0.observers[place] = nil } }

  /// Returns when all products have handled the signal.
  func handle(_ signal: HostSignal) { for observer in observers { observer.handle(signal) } }

  /// Tells the products that the journal is about to close.
  func close() { for observer in observers { observer.closing() } }

  /// Tells the products to remove the user with this anonymous identifier, or all users when it is
  /// nil.
  func forget(_ anonymousID: String?) {
    for observer in observers { observer.forget(anonymousID) }
  }

  /// The number of reports that wait in the products until they can be recorded.
  var waitingReports: Int { observers.reduce(0) { $0 + $1.waiting() } }

  func stop() {
    let observers = state.withLock { state in
      state.isStopped = true
      defer { state.observers = [:] }
      return state.observers.values.map(\.self)
    }
    for observer in observers { observer.stop() }
  }

  private var observers: [EngineObserver] { state.withLock { $0.observers.values.map(\.self) } }
}
