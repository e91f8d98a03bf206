/// What remote settings hold back, at the recorder's door.
///
/// It ends by itself when its time is up, also when nobody can fetch newer settings.
package final class RemoteGate: Sendable {
  private struct State {
    var rules = RemoteRules()
    /// By the continuous clock.
    var until = Int64.min
  }

  private let state = Locked(State())

  package init() {}

  var mutexesForFork: [ForkMutex] { [state.mutexForFork] }

  /// These hold until that time of the continuous clock.
  package func set(_ rules: RemoteRules, until: Int64) {
    state.withLock { $0 = State(rules: rules, until: until) }
  }

  package func clear() { state.withLock { $0 = State() } }

  @inline(__always)
  func refusal(of event: borrowing Event, at continuous: Int64) -> Refusal? {
    state.withLock { state in
      continuous < state.until ? state.rules.refusal(of: event) : nil
    }
  }
}
