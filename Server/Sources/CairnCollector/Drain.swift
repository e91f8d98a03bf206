/// The end of a collector in steps: it reports that it is not ready, goes on serving, then stops.
final class Drain: Sendable {
  private let duration: Duration
  private let hasBegun = Locked(false)

  init(_ duration: Duration) { self.duration = duration }

  /// Whether no further client should choose this collector.
  var isDraining: Bool { hasBegun.withLock { $0 } }

  /// Waits, and then stops; does nothing when it was called before.
  func begin(_ stop: @escaping @Sendable () async -> Void) {
    let isFirst = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    guard isFirst else { return }
    Task {
      if duration > .zero { try? await Task.sleep(for: duration) }
      await stop()
    }
  }
}
