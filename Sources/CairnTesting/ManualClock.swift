package import Cairn

/// A clock that advances only when told to, so that tests need not wait.
///
/// Pass it to a configuration with `Configuration.testing(clock:)`. Safe to use from any thread.
public final class ManualClock: Sendable {
  private let state: Locked<State>

  fileprivate struct State {
    var now: Moment
    var nextID = 0
    var sleepers: [Int: (due: MonotonicTime, wake: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
    var watchers: [(seconds: ClosedRange<Double>, found: CheckedContinuation<Void, Never>)] = []

    func hasSleeper(_ seconds: ClosedRange<Double>) -> Bool {
      sleepers.values.contains { seconds.contains(Double(($0.due - now.continuous).count) / 1_000) }
    }
  }

  /// Creates a clock; the default time is 2026-01-01, 00:00 UTC.
  public init(millisecondsSince1970: Int64 = 1_767_225_600_000) {
    let wall = WallTime(milliseconds: millisecondsSince1970)
    state = Locked(State(now: Moment(wall: wall, continuous: 1_000_000)))
  }

  /// Advances the clock by the given number of seconds, and wakes the tasks that slept until then.
  public func advance(bySeconds seconds: Double) {
    advance(Milliseconds(seconds: seconds))
  }

  /// Sets the wall clock, as a user or a time server does.
  ///
  /// The continuous clock is unchanged.
  public func setWall(millisecondsSince1970: Int64) {
    state.withLock { $0.now.wall = WallTime(milliseconds: millisecondsSince1970) }
  }

  /// The number of sleeping tasks.
  public var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Returns when a task sleeps that is to be woken within the given range of seconds from now.
  public func waitForSleeper(forSeconds seconds: ClosedRange<Double>) async {
    await withCheckedContinuation { found in
      let isFound = state.withLock { state in
        if state.hasSleeper(seconds) { return true }
        state.watchers.append((seconds, found))
        return false
      }
      if isFound { found.resume() }
    }
  }

  /// The number of seconds until the next sleeper is woken; nil when no task sleeps.
  public var nextDue: Double? {
    state.withLock { state in
      state.sleepers.values.map { Double(($0.due - state.now.continuous).count) / 1_000 }.min()
    }
  }

  /// Advances the clock to the time of the next sleeper; returns false when no task sleeps.
  @discardableResult
  public func advanceToNextSleeper() -> Bool {
    let rest = state.withLock { state in
      state.sleepers.values.map(\.due).min().map { max(0, $0 - state.now.continuous) }
    }
    guard let rest else { return false }
    advance(rest)
    return true
  }

  private func advance(_ duration: Milliseconds) {
    let due = state.withLock { state in
      state.now.wall = state.now.wall + duration
      state.now.continuous = state.now.continuous + duration
      let due = state.sleepers.filter { $0.value.due <= state.now.continuous }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.due < $1.due }.map(\.wake)
    }
    for wake in due { wake.resume() }
  }
}

extension ManualClock: Clock {
  package func now() -> Moment { state.withLock { $0.now } }

  package func instant() -> Instant {
    let now = now()
    return Instant(wall: now.wall, nanoseconds: now.continuous.milliseconds * 1_000_000)
  }

  package func sleep(untilContinuous time: MonotonicTime) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wake in enqueue(id, until: time, wake) }
    } onCancel: {
      cancel(id)
    }
  }

  private func enqueue(
    _ id: Int, until due: MonotonicTime, _ wake: CheckedContinuation<Void, any Error>
  ) {
    let (found, verdict) = state.withLock { state in state.enqueue(id, until: due, wake) }
    for watcher in found { watcher.resume() }
    if let verdict { wake.resume(with: verdict) }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper == nil { state.cancelled.insert(id) }
      return sleeper?.wake
    }
    sleeper?.resume(throwing: CancellationError())
  }
}

extension ManualClock.State {
  /// Adds a sleeper; returns the watchers that waited for it, and the result of the sleep if it
  /// ends immediately.
  fileprivate mutating func enqueue(
    _ id: Int, until due: MonotonicTime, _ wake: CheckedContinuation<Void, any Error>
  ) -> ([CheckedContinuation<Void, Never>], Result<Void, any Error>?) {
    if cancelled.remove(id) != nil { return ([], .failure(CancellationError())) }
    if due <= now.continuous { return ([], .success(())) }
    sleepers[id] = (due, wake)
    let found = watchers.filter { hasSleeper($0.seconds) }.map(\.found)
    let unmet = watchers.filter { !hasSleeper($0.seconds) }
    watchers = unmet
    return (found, nil)
  }
}
