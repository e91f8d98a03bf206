/// The counts of a launch.
extension DeliveryDriver {
  /// Performs a step, and adds the changes that it makes to the counters to this launch's tally.
  mutating func counted<Result, Failure: Error>(
    _ step: (inout DeliveryDriver) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = store.cursor.counters
    defer {
      tally.count(store.cursor.counters, since: before)
      reportDamage(since: before)
    }
    return try step(&self)
  }

  private func reportDamage(since before: Counters) {
    let damaged = store.cursor.counters.damaged
    guard damaged > before.damaged else { return }
    diagnostics.report(
      .warning, "journal.damaged",
      "\(store.name): \(damaged - before.damaged) events can no longer be read and are lost")
  }
}
