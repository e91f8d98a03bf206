/// A host that is started at once, and keeps its signals until somebody handles them.
final class EarlyHost: Host {
  private enum State: Sendable {
    case early([HostSignal])
    case handled(ClosureBox<@Sendable (HostSignal) -> Void>)
  }

  private let host: any Host
  private let state = Locked(State.early([]))

  init(_ host: any Host) {
    self.host = host
    host.start { [weak self] in self?.receive($0) }
  }

  func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    while let signals = takeSignals(or: handle) {
      for signal in signals { handle(signal) }
    }
  }

  func stop() { host.stop() }

  func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> HostTime? {
    host.time(for: purpose, onExpiry: onExpiry)
  }

  private func receive(_ signal: HostSignal) {
    let handle = state.withLock { state -> ClosureBox<@Sendable (HostSignal) -> Void>? in
      switch state {
      case .handled(let handle): return handle
      case .early(let signals):
        state = .early(signals + [signal])
        return nil
      }
    }
    handle?.call(signal)
  }

  /// Returns the signals that wait; if there are none, the following ones are handled at once.
  private func takeSignals(
    or handle: @escaping @Sendable (HostSignal) -> Void
  ) -> [HostSignal]? {
    state.withLock { state in
      guard case .early(let signals) = state, !signals.isEmpty else {
        state = .handled(ClosureBox(handle))
        return nil
      }
      state = .early([])
      return signals
    }
  }
}
