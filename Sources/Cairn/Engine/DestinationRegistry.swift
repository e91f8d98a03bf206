/// The active workers; they change as destinations are added and removed.
///
/// Safe to use from any thread.
package final class DestinationRegistry: Sendable {
  private struct State {
    var workers: [DeliveryWorker] = []
    var isClosed = false
  }

  private let state = Locked(State())
  package let thresholds = EventThresholds()

  package init() {}

  /// The workers in the order in which they were added.
  package var workers: [DeliveryWorker] { state.withLock { $0.workers } }

  /// Adds a worker; returns false when there is one with that name, or the registry is closed.
  func add(_ worker: DeliveryWorker) -> Bool {
    state.withLock { state in
      guard !state.isClosed, !state.workers.contains(where: { $0.name == worker.name }) else {
        return false
      }
      state.workers.append(worker)
      thresholds.add(worker.threshold, worker.kindMask, named: worker.name)
      return true
    }
  }

  var mutexesForFork: [ForkMutex] { [state.mutexForFork, thresholds.mutexForFork] }

  /// Removes the thresholds: a child of `fork(2)` delivers nothing, so no worker is notified there.
  func goOnInChild() { thresholds.removeAll() }

  func remove(_ name: String) -> DeliveryWorker? {
    state.withLock { state in
      guard let place = state.workers.firstIndex(where: { $0.name == name }) else { return nil }
      thresholds.remove(name)
      return state.workers.remove(at: place)
    }
  }

  /// Accepts no further workers; the present ones must be closed separately.
  func close() { state.withLock { $0.isClosed = true } }

  var isClosed: Bool { state.withLock { $0.isClosed } }
}
