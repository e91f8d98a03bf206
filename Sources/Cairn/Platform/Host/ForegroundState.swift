/// Whether the app is in front, as the system's notifications tell: several of them say the same.
final class ForegroundState: Sendable {
  private let isInFront = Locked<Bool?>(nil)

  /// Nil when that is known already.
  func change(toFront front: Bool) -> HostSignal? {
    isInFront.withLock { isInFront in
      guard isInFront != front else { return nil }
      isInFront = front
      return front ? .foreground : .background
    }
  }
}
