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
  /// The handlers that libdispatch has set.
  private static let handlers = Locked<[Int32: @convention(c) (Int32) -> Void]>([:])
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
        restoreEffect(of: number)
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
    guard isUnhandled(number), let handler = handlers.withLock({ $0[number] }) else { return }
    setDisposition(number, handler)
    #endif
  }

  private static func restoreEffect(of number: Int32) {
    #if canImport(Darwin)
    setDisposition(number, SIG_DFL)
    #else
    // SIG_DFL is nil.
    guard let handler = setDisposition(number, SIG_DFL) else { return }
    handlers.withLock { $0[number] = handler }
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
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
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
@discardableResult
private func setDisposition(
  _ number: Int32, _ disposition: (@convention(c) (Int32) -> Void)?
) -> (@convention(c) (Int32) -> Void)? {
  signal(number, disposition)
}
