/// The times at which a writer tracks: small bursts with pauses of random length, at a given
/// average rate.
struct WriterPace {
  let rate: Int

  /// The number of events that are tracked between two checks for orders before a kill.
  private static let sprint = 50
  /// The number of events after which a burst continues slowly, when the kill is late because the
  /// machine is busy.
  private static let longestBurst = 5_000

  func run(_ orders: WriterOrders, track: () throws -> Void) async throws {
    let start = ContinuousClock.now
    var paced = 0
    var burst = 0
    while orders.current != .finish {
      if orders.current == .burst {
        for _ in 0..<Self.sprint { try track() }
        burst += Self.sprint
        if burst > Self.longestBurst { try await Task.sleep(for: .milliseconds(10)) }
        continue
      }
      let due = due(since: start)
      for _ in paced..<max(paced, due) { try track() }
      paced = due
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...40)))
    }
  }

  private func due(since start: ContinuousClock.Instant) -> Int {
    let elapsed = ContinuousClock.now - start
    return Int(elapsed / .seconds(1) * Double(rate))
  }
}
