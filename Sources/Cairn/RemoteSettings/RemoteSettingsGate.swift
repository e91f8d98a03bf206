/// Applies the remote settings to recording.
///
/// The settings expire by themselves, even if newer ones cannot be fetched.
package final class RemoteSettingsGate: Sendable {
  private struct State {
    var rules = RemoteSettingsValues()
    /// The time at which the rules expire.
    var until = MonotonicTime.min
  }

  private let state = Locked(State())

  package init() {}

  var mutexesForFork: [ForkMutex] { [state.mutexForFork] }

  /// Sets the rules, which apply until this time.
  package func set(_ rules: RemoteSettingsValues, until: MonotonicTime) {
    state.withLock { $0 = State(rules: rules, until: until) }
  }

  package func clear() { state.withLock { $0 = State() } }

  @inline(__always)
  func refusal(of event: borrowing Event, at now: MonotonicTime) -> RecordingFailure? {
    state.withLock { state in
      now < state.until ? state.rules.refusal(of: event) : nil
    }
  }
}
