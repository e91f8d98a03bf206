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
