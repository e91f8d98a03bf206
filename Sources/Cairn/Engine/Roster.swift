/// The active couriers; they change as destinations are added and removed.
///
/// Safe to use from any thread.
package final class Roster: Sendable {
  private struct State {
    var couriers: [Courier] = []
    var isClosed = false
  }

  private let state = Locked(State())
  package let bells = Bells()

  package init() {}

  /// The couriers in the order in which they were added.
  package var couriers: [Courier] { state.withLock { $0.couriers } }

  /// Adds a courier; returns false when there is one with that name, or the roster is closed.
  func add(_ courier: Courier) -> Bool {
    state.withLock { state in
      guard !state.isClosed, !state.couriers.contains(where: { $0.name == courier.name }) else {
        return false
      }
      state.couriers.append(courier)
      bells.add(courier.doorbell, courier.interest, named: courier.name)
      return true
    }
  }

  var mutexesForFork: [ForkMutex] { [state.mutexForFork, bells.mutexForFork] }

  /// Removes the bells: a child of `fork(2)` delivers nothing, so no courier is notified there.
  func goOnInChild() { bells.removeAll() }

  func remove(_ name: String) -> Courier? {
    state.withLock { state in
      guard let place = state.couriers.firstIndex(where: { $0.name == name }) else { return nil }
      bells.remove(name)
      return state.couriers.remove(at: place)
    }
  }

  /// Accepts no further couriers; the present ones must be closed separately.
  func close() { state.withLock { $0.isClosed = true } }

  var isClosed: Bool { state.withLock { $0.isClosed } }
}
