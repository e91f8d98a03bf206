/// The couriers at work: destinations come and go.
///
/// Safe to use from any thread.
package final class Roster: Sendable {
  private struct State {
    var couriers: [Courier] = []
    /// Struck by every thread that records.
    var bells: [(interest: Interest, bell: Doorbell)] = []
    var isClosed = false
  }

  private let state = Locked(State())

  package init() {}

  /// In the order in which they came.
  package var couriers: [Courier] { state.withLock { $0.couriers } }

  /// Says that an event was recorded.
  package func strike(_ kind: EventKind) {
    state.withLock { state in
      for (interest, bell) in state.bells {
        if interest.contains(kind) { bell.strike() } else { bell.pass() }
      }
    }
  }

  /// False when there is one of that name, or none is taken any more.
  func add(_ courier: Courier) -> Bool {
    state.withLock { state in
      guard !state.isClosed, !state.couriers.contains(where: { $0.name == courier.name }) else {
        return false
      }
      state.couriers.append(courier)
      state.bells.append((courier.interest, courier.doorbell))
      return true
    }
  }

  var mutexesForFork: [ForkMutex] { [state.mutexForFork] }

  /// Nobody delivers in a child of `fork(2)`, and so nobody is told there.
  func goOnInChild() { state.withLock { $0.bells = [] } }

  func remove(_ name: String) -> Courier? {
    state.withLock { state in
      guard let place = state.couriers.firstIndex(where: { $0.name == name }) else { return nil }
      state.bells.remove(at: place)
      return state.couriers.remove(at: place)
    }
  }

  /// Nobody is taken any more; those who are there are left to be closed.
  func close() { state.withLock { $0.isClosed = true } }

  var isClosed: Bool { state.withLock { $0.isClosed } }
}
