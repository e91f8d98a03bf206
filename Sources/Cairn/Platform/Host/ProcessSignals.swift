import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The signals of this process.
enum ProcessSignals {
  /// Calls `handle` whenever the signal comes, and the signal does nothing else, until the closure that this returns is
  /// called.
  ///
  /// The result is nil for a signal that other code already handles or ignores; that choice is
  /// respected.
  static func watch(
    _ signal: TerminationSignal, _ handle: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    guard isUnhandled(signal) else { return nil }
    #if canImport(Darwin)
    // There a source only observes: without this the signal would still end the process at once.
    setDisposition(signal.number, SIG_IGN)
    #endif
    let source = DispatchSource.makeSignalSource(
      signal: signal.number, queue: DispatchQueue(label: "cairn.signals"))
    source.setEventHandler(handler: handle)
    source.resume()
    let held = Locked<(any DispatchSourceSignal)?>(source)
    return {
      held.withLock { source in
        source?.cancel()
        source = nil
      }
      setDisposition(signal.number, SIG_DFL)
    }
  }

  /// Ends the process as the signal would have without us: who waits for it sees the same.
  static func end(_ signal: TerminationSignal) {
    setDisposition(signal.number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal.number)
    // Watching it may have blocked it.
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    kill(getpid(), signal.number)
  }

  private static func isUnhandled(_ signal: TerminationSignal) -> Bool {
    var action = sigaction()
    guard sigaction(signal.number, nil, &action) == 0 else { return false }
    // SIG_DFL is nil.
    #if canImport(Darwin)
    return action.__sigaction_u.__sa_handler == nil
    #elseif canImport(Glibc)
    return action.__sigaction_handler.sa_handler == nil
    #elseif canImport(Musl)
    return action.__sa_handler.sa_handler == nil
    #else
    return action.sa_handler == nil
    #endif
  }
}

// Beside a parameter named `signal`, the function of that name cannot be called.
private func setDisposition(_ number: Int32, _ disposition: (@convention(c) (Int32) -> Void)?) {
  signal(number, disposition)
}
