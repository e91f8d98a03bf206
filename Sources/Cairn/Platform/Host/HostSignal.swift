/// An event of the device or the process that affects recording or delivery.
package enum HostSignal: Hashable, Sendable {
  /// The network is lost; no delivery is attempted until it returns.
  case offline
  /// The network is available again, or has changed.
  case online
  /// The kind of the current connection.
  case network(NetworkKind)
  /// The app entered the foreground.
  case foreground
  /// The app entered the background, and may be suspended or killed soon.
  case background
  /// The background time has expired; work that is unfinished after the handler returns stays
  /// unfinished.
  case suspending
  /// The process ends when the handler returns.
  case terminating
  /// Whether the device saves power.
  case lowPower(Bool)
}
