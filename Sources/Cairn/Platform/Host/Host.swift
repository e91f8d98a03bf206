/// The seam to the device and the process around the SDK: says what they are about, and gives time.
package protocol Host: SignalSource {
  /// Asks the system to let the process run until the time is ended.
  ///
  /// Called in the very call in which `.background` is heard. When the time is up before, `onExpiry` is called, and
  /// what is not done when it returns is not done: the host then ends the time by itself. Nil where the system neither
  /// gives nor takes time.
  func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> HostTime?
}

/// Something that says what happens, one thing after another.
package protocol SignalSource: Sendable {
  /// Begins to say what happens, on any thread; once.
  ///
  /// By a call and not by an `AsyncStream`: when the call returns, whoever hears has done what must be done before the
  /// process is suspended. A stream's reader may come to it days later. Returns at once; what takes time to find out is
  /// said afterwards.
  func start(_ handle: @escaping @Sendable (HostSignal) -> Void)

  /// Says nothing any more.
  func stop()
}
