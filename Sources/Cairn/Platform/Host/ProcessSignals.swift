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
  /// Calls `handle` for each signal, which has no other effect, until the returned closure is
  /// called.
  ///
  /// The result is nil for a signal that other code already handles or ignores; that choice is
  /// respected.
  static func watch(
    _ signal: TerminationSignal, _ handle: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    guard isUnhandled(signal) else { return nil }
    #if canImport(Darwin)
    // A dispatch source only observes there: without this, the signal would still end the process
    // at once.
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

  /// Ends the process as the signal would have without a handler, so that its parent sees the same
  /// result.
  static func end(_ signal: TerminationSignal) {
    setDisposition(signal.number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal.number)
    // Watching the signal may have blocked it.
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

// A parameter named `signal` hides the function of that name.
private func setDisposition(_ number: Int32, _ disposition: (@convention(c) (Int32) -> Void)?) {
  signal(number, disposition)
}
