/// Keeps the context current while the app runs: network, screen, language, time zone.
///
/// A change of the context begins a new file of the journal. So the context is changed at most once
/// every 30 seconds, to the values at that time.
package final class ContextKeeper: Sendable {
  /// The minimum time between two changes.
  static let pause: Milliseconds = .seconds(30)

  private let recorder: Recorder
  private let clock: any Clock
  private let state: Locked<State>

  private struct State {
    var context: StandardContext
    var isClosed = false
    /// The task that applies the next change.
    var work: Task<Void, Never>?
    var isWaiting = false
    var notBefore: MonotonicTime = 0
  }

  init(_ context: StandardContext, recorder: Recorder, clock: any Clock) {
    self.recorder = recorder
    self.clock = clock
    state = Locked(State(context: context))
  }

  func handle(_ signal: HostSignal) {
    switch signal {
    case .network(let kind): look { $0.network = kind }
    // Languages and time zones are changed while the app is in the background.
    case .foreground: look { _ in }
    case .offline, .online, .background, .suspending, .terminating, .lowPower, .lowData: break
    }
  }

  func readScreen() {
    guard state.withLock({ $0.context.fields.contains(.screen) }) else { return }
    Screen.read { [weak self] screen in self?.look { $0.screen = screen } }
  }

  /// Applies a change to the known values, and updates the rest on another thread: now, or when the
  /// pause is over.
  package func look(_ change: @Sendable (inout StandardContext) -> Void) {
    state.withLock { state in
      change(&state.context)
      guard !state.isWaiting, !state.isClosed, !state.context.fields.isEmpty else { return }
      state.isWaiting = true
      let before = state.work
      state.work = Task.detached(priority: .utility) { [weak self] in
        await before?.value
        await self?.apply()
      }
    }
  }

  private func apply() async {
    let notBefore = state.withLock { $0.notBefore }
    try? await clock.sleep(untilContinuous: notBefore)
    guard !Task.isCancelled else { return }
    let context = state.withLock { state in
      // Changes from here on need another update.
      state.isWaiting = false
      return state.context
    }
    guard recorder.set(context.values) else { return }
    state.withLock { $0.notBefore = clock.now().continuous + Self.pause }
  }

  /// Returns when all changes received so far are applied.
  package func settle() async { await state.withLock { $0.work }?.value }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.work?.cancel()
    }
  }
}
