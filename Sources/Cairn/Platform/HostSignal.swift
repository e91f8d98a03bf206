/// What the device or the process says of itself that matters for delivery.
package enum HostSignal: Hashable, Sendable {
  /// There is no network: nothing is tried until there is.
  case offline
  /// There is a network again, or another one.
  case online
  /// The app came to the front.
  case foreground
  /// The app went to the back, and may be suspended or killed soon.
  case background
}
