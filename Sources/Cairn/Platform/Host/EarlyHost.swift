import Dispatch

/// A host that is started at once, and keeps its signals until the engine is open.
final class EarlyHost: Host {
  /// The milliseconds that the system waits for the opening when it suspends or ends the process.
  private static let patience = 1_000

  /// A signal that waits, and the thread that waits for its handling.
  private struct Waiting: Sendable {
    var signal: HostSignal
    var handled: DispatchSemaphore?
  }

  private struct State: Sendable {
    var waiting: [Waiting] = []
    var handle: ClosureBox<@Sendable (HostSignal) -> Void>?
    var isOpen = false
  }

  private let host: any Host
  private let state = Locked(State())

  init(_ host: any Host) {
    self.host = host
    host.start { [weak self] in self?.receive($0) }
  }

  func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    state.withLock { $0.handle = ClosureBox(handle) }
  }

  func stop() { host.stop() }

  func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> HostTime? {
    host.time(for: purpose, onExpiry: onExpiry)
  }

  /// Handles the signals that wait, and the following ones at once.
  func open() {
    while let (waiting, handle) = takeWaiting() {
      for waiting in waiting {
        handle?.call(waiting.signal)
        waiting.handled?.signal()
      }
    }
  }

  private func takeWaiting() -> ([Waiting], ClosureBox<@Sendable (HostSignal) -> Void>?)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isOpen = true
        return nil
      }
      defer { state.waiting = [] }
      return (state.waiting, state.handle)
    }
  }

  private func receive(_ signal: HostSignal) {
    let handled = signal.endsTheProcess ? DispatchSemaphore(value: 0) : nil
    let handle = state.withLock { state -> ClosureBox<@Sendable (HostSignal) -> Void>? in
      if state.isOpen { return state.handle }
      state.waiting.append(Waiting(signal: signal, handled: handled))
      return nil
    }
    if let handle { return handle.call(signal) }
    // When the handler of such a signal returns, the process may be suspended or end.
    _ = handled?.wait(timeout: .now() + .milliseconds(Self.patience))
  }
}

extension HostSignal {
  fileprivate var endsTheProcess: Bool {
    switch self {
    case .background, .suspending, .terminating: true
    case .foreground, .offline, .online, .network, .lowPower, .lowData: false
    }
  }
}
