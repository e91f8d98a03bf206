/// What the device or the process says of itself that matters for what is recorded and delivered.
package enum HostSignal: Hashable, Sendable {
  /// There is no network: nothing is tried until there is.
  case offline
  /// There is a network again, or another one.
  case online
  /// How the device is connected now.
  case network(NetworkKind)
  /// The app came to the front.
  case foreground
  /// The app went to the back, and may be suspended or killed soon.
  case background
  /// The time that the system gave in the back is up: what is not done when this has been heard is not done.
  case suspending
  /// The process ends when this has been heard.
  case terminating
  /// Whether the device saves power.
  case lowPower(Bool)
}
