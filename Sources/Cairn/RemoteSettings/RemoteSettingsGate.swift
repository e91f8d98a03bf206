/// Applies the remote settings to recording.
///
/// The settings expire by themselves, even if newer ones cannot be fetched.
package final class RemoteSettingsGate: Sendable {
  private struct State {
    var rules = RemoteRules()
    /// The continuous-clock time at which the rules expire.
    var until = Int64.min
  }

  private let state = Locked(State())

  package init() {}

  var mutexesForFork: [ForkMutex] { [state.mutexForFork] }

  /// Sets the rules, which apply until this time of the continuous clock.
  package func set(_ rules: RemoteRules, until: Int64) {
    state.withLock { $0 = State(rules: rules, until: until) }
  }

  package func clear() { state.withLock { $0 = State() } }

  @inline(__always)
  func refusal(of event: borrowing Event, at continuous: Int64) -> RecordingFailure? {
    state.withLock { state in
      continuous < state.until ? state.rules.refusal(of: event) : nil
    }
  }
}
