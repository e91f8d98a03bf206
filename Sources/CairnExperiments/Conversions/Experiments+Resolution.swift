import Cairn

/// Resolution of waiting conversions and requested experiences.
extension Experiments {
  /// Resolves on another thread what waits for a document, if anything does.
  package func resolveInBackground() {
    guard !conversions.isEmpty || !requested.withLock({ $0.isEmpty }) else { return }
    let isFirst = resolution.withLock { $0.request() }
    guard isFirst else { return }
    Task.detached(priority: .utility) { [weak self] in
      // The object stays until this ends, so that no caller waits for ever.
      guard let self else { return }
      var isLeft = false
      var waiting: [CheckedContinuation<Void, Never>]?
      while waiting == nil {
        isLeft = self.resolveWaiting()
        waiting = self.resolution.withLock { $0.finish() }
      }
      if isLeft { self.resolveAgainLater() } else { self.resolution.withLock { $0.succeed() } }
      for waiter in waiting ?? [] { waiter.resume() }
    }
  }

  /// Resolves again after a pause, which becomes longer with each failure.
  private func resolveAgainLater() {
    guard mayResolve, let clock = analytics.engine?.clock,
      let pause = resolution.withLock({ $0.nextPause() })
    else { return }
    let end = clock.now().continuous + pause
    Task.detached(priority: .utility) { [weak self] in
      try? await clock.sleep(untilContinuous: end)
      guard let self else { return }
      self.resolution.withLock { $0.endPause() }
      self.resolveInBackground()
    }
  }

  /// Waits until no conversions are being resolved.
  package func resolved() async {
    await withCheckedContinuation { waiter in
      if !resolution.withLock({ $0.wait(waiter) }) { waiter.resume() }
    }
  }
}

/// Whether waiting conversions are being resolved, and whether that was requested again meanwhile.
struct Resolution {
  private static let firstPause: Milliseconds = .seconds(1)
  private static let longestPause: Milliseconds = .minutes(5)

  private var isRunning = false
  private var isRequested = false
  private var isPausing = false
  private var pause = firstPause
  /// The callers that wait for the end.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns whether the caller has to begin.
  mutating func request() -> Bool {
    isRequested = isRunning
    defer { isRunning = true }
    return !isRunning
  }

  /// Ends and returns the callers that wait; nil when it was requested again and must be repeated.
  mutating func finish() -> [CheckedContinuation<Void, Never>]? {
    if isRequested {
      isRequested = false
      return nil
    }
    isRunning = false
    defer { waiting = [] }
    return waiting
  }

  /// Returns the time until the next attempt; nil while another one is planned.
  mutating func nextPause() -> Milliseconds? {
    guard !isPausing else { return nil }
    isPausing = true
    defer { pause = min(pause + pause, Self.longestPause) }
    return pause
  }

  mutating func endPause() { isPausing = false }

  /// Records that nothing is left that could be recorded.
  mutating func succeed() { pause = Self.firstPause }

  /// Adds a caller; returns false when nothing is being resolved.
  mutating func wait(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
    if isRunning { waiting.append(waiter) }
    return isRunning
  }
}
