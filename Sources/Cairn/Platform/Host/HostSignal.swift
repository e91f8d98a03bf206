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
  /// Whether the user has asked for less traffic on the current network (Low Data Mode).
  case lowData(Bool)
}

/// Whether the app is in the foreground, according to the system's notifications, several of which
/// may report the same.
final class ForegroundState: Sendable {
  private let isInFront = Locked<Bool?>(nil)

  /// Returns the signal for a change; nil when the state is known already.
  func change(toFront front: Bool) -> HostSignal? {
    isInFront.withLock { isInFront in
      guard isInFront != front else { return nil }
      isInFront = front
      return front ? .foreground : .background
    }
  }
}
