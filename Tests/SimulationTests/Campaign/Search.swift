import Cairn

/// The seeds that a campaign has tested, for the threads that share the work.
final class Search: Sendable {
  private struct State {
    var next: UInt64
    var states = 0
    var failed: UInt64?
  }

  private let budget: Budget
  private let wanted: Int
  private let state: Locked<State>

  init(_ budget: Budget, states: Int) {
    self.budget = budget
    wanted = states
    state = Locked(State(next: budget.firstSeed))
  }

  /// Returns the next untested seed; nil after enough crash states, or a failed seed.
  func next() -> UInt64? {
    state.withLock { state in
      guard state.failed == nil, state.states < wanted, !budget.isOver else { return nil }
      if budget.isOneSeed, state.next > budget.firstSeed { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func add(_ states: Int, failed: UInt64?) {
    state.withLock { state in
      state.states += states
      // The lowest seed is reported, so that runs are reproducible.
      if let failed { state.failed = min(failed, state.failed ?? failed) }
    }
  }

  var failed: UInt64? { state.withLock(\.failed) }
}
