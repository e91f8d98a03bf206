/// The pause after the process died during an attempt.
extension DeliveryDriver {
  /// Returns the end of the pause after deaths of the process, by the continuous clock; nil when an
  /// attempt may begin.
  ///
  /// A flush ignores a single death, which usually has other causes than a response. The caller
  /// holds the lock of the cursor, so a mark of an attempt under way was left by a process that has
  /// died.
  mutating func pauseAfterDeaths() -> MonotonicTime? {
    let now = clock.now()
    let (mark, isNew) = store.attempts.look(machine.retry, wall: now.wall, randomness)
    guard mark.deaths > 0 else { return nil }
    let known = pauseAfterDeath.flatMap { $0.notBefore == mark.notBefore ? $0.until : nil }
    let until = known ?? now.continuous + mark.remainder(machine.retry, wall: now.wall)
    pauseAfterDeath = (mark.notBefore, until)
    if isNew { report(mark, pause: until - now.continuous) }
    guard until > now.continuous, mark.deaths > 1 || !machine.isFlushing else { return nil }
    problem =
      mark.deaths == 1
      ? "the process died during the last attempt"
      : "the process died during each of the last \(mark.deaths) attempts"
    return until
  }

  private func report(_ mark: AttemptMark, pause: Milliseconds) {
    let wait = "the next attempt waits \(pause)"
    guard mark.deaths > 1 else {
      diagnostics.report(
        .notice, "destination.died",
        "\(store.name): the process died while a batch was sent; \(wait)")
      return
    }
    diagnostics.report(
      .warning, "destination.died",
      "\(store.name): the process died \(mark.deaths) times in a row while a batch was sent, perhaps "
        + "because of the server's answer; \(wait)")
  }
}
