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
package enum ProcessSignals {
  #if !canImport(Darwin)
  /// The handler that libdispatch sets, the same for each signal; nil until it has set it.
  private static let dispatchHandler = Locked<Handler?>(nil)
  #endif

  /// Calls `handle` for each signal, which has no other effect, until the returned closure is
  /// called.
  ///
  /// The result is nil for a signal that other code already handles or ignores; that choice is
  /// respected.
  static func watch(
    _ signal: TerminationSignal, _ handle: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    guard isUnhandled(signal.number) else { return nil }
    return watch(signal.number, begun: {}, handle)
  }

  /// Calls `begun` when the signal is watched, and `handle` for each signal from then on, until the
  /// returned closure is called.
  ///
  /// Until `begun` is called, the signal has the effect that it had before.
  package static func watch(
    _ number: Int32, begun: @escaping @Sendable () -> Void, _ handle: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let isWatched = Locked(true)
    let source = DispatchSource.makeSignalSource(
      signal: number, queue: DispatchQueue(label: "cairn.signals"))
    source.setEventHandler(handler: handle)
    source.setRegistrationHandler {
      isWatched.withLock { if $0 { suppressEffect(of: number) } }
      begun()
    }
    source.resume()
    let held = Locked<(any DispatchSourceSignal)?>(source)
    return {
      held.withLock { source in
        source?.cancel()
        source = nil
      }
      isWatched.withLock { isWatched in
        isWatched = false
        setDisposition(number, SIG_DFL)
      }
    }
  }

  private static func suppressEffect(of number: Int32) {
    #if canImport(Darwin)
    // A dispatch source only observes there: without this, the signal would still end the process
    // at once. Before the registration, a signal that is ignored would be lost.
    setDisposition(number, SIG_IGN)
    #else
    // libdispatch sets its handler for the first source of a signal in a process only (Swift 6.3).
    guard let action = action(of: number) else { return }
    dispatchHandler.withLock { handler in
      if let own = Self.handler(of: action) {
        handler = own
      } else {
        setDisposition(number, handler)
      }
    }
    #endif
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

  private static func isUnhandled(_ number: Int32) -> Bool {
    action(of: number).map { handler(of: $0) == nil } ?? false
  }

  private static func action(of number: Int32) -> sigaction? {
    var action = sigaction()
    return sigaction(number, nil, &action) == 0 ? action : nil
  }

  /// Returns the handler of an action; nil for the default effect, because SIG_DFL is nil.
  private static func handler(of action: sigaction) -> Handler? {
    #if canImport(Darwin)
    return action.__sigaction_u.__sa_handler
    #elseif canImport(Glibc)
    return action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
    return action.__sa_handler.sa_handler
    #else
    return action.sa_handler
    #endif
  }
}

private typealias Handler = @convention(c) (Int32) -> Void

// A parameter named `signal` hides the function of that name.
private func setDisposition(_ number: Int32, _ disposition: Handler?) {
  signal(number, disposition)
}
