/// Handles a termination signal as the move of an app to the background: waiting events are
/// delivered in the remaining time.
package final class TerminationLifecycle: Host {
  /// The maximum time for delivery; senders of the signal usually wait longer:
  /// Docker 10 seconds, systemd 90.
  package static let longestDelivery: Milliseconds = .seconds(5)

  private struct State {
    var id: Int?
    var isLeaving = false
    var times: [(time: BackgroundTime, onExpiry: @Sendable () -> Void)] = []
  }

  private let wanted: Set<TerminationSignal>
  private let signals: TerminationSignals
  private let clock: any Clock
  private let diagnostics: Diagnostics
  private let state = Locked(State())

  package init(
    _ wanted: Set<TerminationSignal>, signals: TerminationSignals, clock: any Clock,
    diagnostics: Diagnostics
  ) {
    self.wanted = wanted
    self.signals = signals
    self.clock = clock
    self.diagnostics = diagnostics
  }

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    let (id, notTaken) = signals.listen(to: wanted) { [weak self] in await self?.leave(handle) }
    state.withLock { $0.id = id }
    guard !notTaken.isEmpty else { return }
    let names = notTaken.map(\.name).sorted().joined(separator: ", ")
    diagnostics.report(
      .warning, "configuration.terminationSignals",
      "the process already handles or ignores these signals; they are left unchanged: \(names)")
  }

  package func stop() {
    let id = state.withLock { state in
      defer { state.id = nil }
      return state.id
    }
    if let id { signals.forget(id) }
  }

  /// Grants time only while a signal is handled.
  package func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void)
    -> BackgroundTime?
  {
    state.withLock { state in
      guard state.isLeaving else { return nil }
      let time = BackgroundTime()
      state.times.append((time, onExpiry))
      return time
    }
  }

  private func leave(_ handle: @escaping @Sendable (HostSignal) -> Void) async {
    let deadline = clock.now().continuous + Self.longestDelivery
    state.withLock { $0.isLeaving = true }
    handle(.background)
    let alarm = Task { [weak self, clock] in
      try await clock.sleep(untilContinuous: deadline)
      self?.expire()
    }
    for (time, _) in state.withLock({ $0.times }) { await time.ended() }
    alarm.cancel()
    handle(.terminating)
  }

  private func expire() {
    for (time, onExpiry) in state.withLock({ $0.times }) where !time.isEnded {
      onExpiry()
      time.end()
    }
  }
}

extension BackgroundTime {
  fileprivate func ended() async {
    await withCheckedContinuation { continuation in whenEnded { continuation.resume() } }
  }
}
