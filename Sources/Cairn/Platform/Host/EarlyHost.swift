import Dispatch

/// A host that is started at once, and keeps its signals until the engine is open.
final class EarlyHost: Host {
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

  var reportsForeground: Bool { host.reportsForeground }

  var isInFront: Bool {
    state.withLock { state in state.waiting.contains { $0.signal == .foreground } }
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
    let patience = signal.patienceMilliseconds
    let handled = patience == nil ? nil : DispatchSemaphore(value: 0)
    let handle = state.withLock { state -> ClosureBox<@Sendable (HostSignal) -> Void>? in
      if state.isOpen { return state.handle }
      state.waiting.append(Waiting(signal: signal, handled: handled))
      return nil
    }
    if let handle { return handle.call(signal) }
    // When the handler of such a signal returns, the process may be suspended or end.
    _ = handled?.wait(timeout: .now() + .milliseconds(patience ?? 0))
  }
}

extension HostSignal {
  /// The time that the system's thread may wait for the opening; nil when it need not.
  ///
  /// An app that enters the background must not hold the main thread.
  fileprivate var patienceMilliseconds: Int? {
    switch self {
    case .background: 40
    case .suspending, .terminating: 900
    case .foreground, .offline, .online, .network, .lowPower, .lowData: nil
    }
  }
}
