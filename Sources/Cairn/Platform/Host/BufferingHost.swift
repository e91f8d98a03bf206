import Dispatch

/// A host that is started at once, and keeps its signals until the engine is open.
final class BufferingHost: Host {
  /// A signal that waits, and the thread that waits for its handling.
  private struct Waiting: Sendable {
    var signal: HostSignal
    var handled: DispatchSemaphore?
  }

  /// Background time that is requested before the engine is open, and what its expiry calls.
  private final class EarlyTime: Sendable {
    private let granted = Locked<BackgroundTime?>(nil)
    private let onExpiry = Locked<ClosureBox<@Sendable () -> Void>?>(nil)

    init?(of host: any Host) {
      // The host keeps this object until the time ends, which may be long after it was taken.
      let time = host.time(for: BackgroundTime.delivery) { [self] in expire() }
      guard let time else { return nil }
      granted.withLock { $0 = time }
    }

    /// Returns the time, and what its expiry calls from now on; nil when it has ended.
    func take(_ onExpiry: @escaping @Sendable () -> Void) -> BackgroundTime? {
      self.onExpiry.withLock { $0 = ClosureBox(onExpiry) }
      return granted.withLock { $0.flatMap { $0.isEnded ? nil : $0 } }
    }

    func end() { granted.withLock { $0 }?.end() }

    private func expire() { onExpiry.withLock { $0 }?.call() }
  }

  private struct State: Sendable {
    var waiting: [Waiting] = []
    /// The time for the signal `.background` that waits.
    var time: EarlyTime?
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

  func stop() {
    host.stop()
    keep(nil)
  }

  func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> BackgroundTime? {
    let early = purpose == BackgroundTime.delivery ? takeTime()?.take(onExpiry) : nil
    return early ?? host.time(for: purpose, onExpiry: onExpiry)
  }

  /// Requests the time in which the events are delivered.
  ///
  /// It must be requested while the system's notification is being handled, and the engine handles
  /// the signal when it is open.
  private func requestTime() { keep(EarlyTime(of: host)) }

  private func keep(_ time: EarlyTime?) {
    let former = state.withLock { state in
      defer { state.time = time }
      return state.time
    }
    former?.end()
  }

  private func takeTime() -> EarlyTime? {
    state.withLock { state in
      defer { state.time = nil }
      return state.time
    }
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
    if signal == .background, !state.withLock({ $0.isOpen }) { requestTime() }
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
