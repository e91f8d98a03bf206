/// Reports events of the device and the process to the SDK, and requests background time.
package protocol Host: SignalSource {
  /// Whether the user uses the app only between `.foreground` and `.background`.
  ///
  /// The system also launches such an app in the background, where it begins no session.
  var reportsForeground: Bool { get }

  /// Whether the app is or was in the foreground, as far as signals say that wait to be handled.
  var isInFront: Bool { get }

  /// Asks the system to let the process run until the time is ended.
  ///
  /// It is called while `.background` is handled. If the time expires first, `onExpiry` is called;
  /// when it returns, the host ends the time, and unfinished work stays unfinished. The result is
  /// nil on systems without background time.
  func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> BackgroundTime?
}

extension Host {
  package var reportsForeground: Bool { false }
  package var isInFront: Bool { false }
}

/// A source of signals, which are reported one after another.
package protocol SignalSource: Sendable {
  /// Starts to report signals, on any thread; called once.
  ///
  /// Signals are passed by a call and not by an `AsyncStream`: when the call returns, the handler
  /// has done the work that must precede a suspension of the process. The reader of a stream might
  /// run only days later. This method returns immediately; signals that take time to determine are
  /// reported later.
  func start(_ handle: @escaping @Sendable (HostSignal) -> Void)

  /// Stops reporting signals.
  func stop()
}
