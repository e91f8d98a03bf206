import Foundation

/// Handling of a destination's outcome for a batch.
extension DeliveryDriver {
  /// Handles an outcome; only `later` counts as a failure of the host, because any other response
  /// shows that it works.
  mutating func finish(_ outcome: Outcome, of key: UUID) -> [Effect] {
    underWay = nil
    guard case .later = outcome else {
      // Reported first, so that the next attempt is not delayed.
      circuit.answered(client)
      return advance(settleAttempt(outcome, of: key))
    }
    let effects = advance(settleAttempt(outcome, of: key))
    let now = clock.now().continuous
    circuit.failed(client, at: now, until: machine.nextAttempt ?? now)
    return effects
  }

  /// Settles an outcome, which is a part of the attempt: a process that dies here died during it.
  private mutating func settleAttempt(
    _ outcome: Outcome, of key: UUID
  ) -> DeliveryMachine.Input {
    let result = settle(outcome, of: key)
    store.attempts.end(isCancelled: false)
    return result
  }

  /// Settles the outcome of the batch with this key.
  ///
  /// A commit that fails during a request releases the lease, and another process may have held it
  /// since. What that process did with the batch is final, and the outcome applies to no other
  /// batch.
  private mutating func settle(_ outcome: Outcome, of key: UUID) -> DeliveryMachine.Input {
    tally.answer(outcome, at: clock.instant())
    switch outcome {
    // These outcomes settle nothing, so they need no lease.
    case .later, .halted: return commit(outcome, of: key)
    case .accepted, .partial, .split, .refused:
      unsettled = (key, outcome)
      return whenAcquired { $0.settleAgain() } ?? occupiedByOther()
    }
  }

  /// Commits an outcome that the disk did not accept earlier; nil when there is none, or another
  /// process has settled the batch.
  ///
  /// The batch is not sent again, because the server might respond differently.
  mutating func settleAgain() -> DeliveryMachine.Input? {
    guard let (key, outcome) = unsettled else { return nil }
    guard store.cursor.inFlight?.key.uuid == key else {
      unsettled = nil
      return nil
    }
    let result = commit(outcome)
    if case .failed = result { return result }
    unsettled = nil
    return result
  }

  private mutating func commit(_ outcome: Outcome, of key: UUID) -> DeliveryMachine.Input {
    store.cursor.inFlight?.key.uuid == key ? commit(outcome) : occupiedByOther()
  }

  private mutating func occupiedByOther() -> DeliveryMachine.Input {
    problem = Self.occupied
    return .occupied(after: Self.occupiedInterval)
  }

  mutating func commit(_ outcome: Outcome) -> DeliveryMachine.Input {
    if !isEcho {
      diagnostics.report(.debug, "batch.answered", "\(store.name): \(outcome.summary)")
      if let line = explanation.line(for: outcome, of: store.name) {
        diagnostics.report(line.level, line.code, line.message)
      }
    }
    if case .later(_, let reason) = outcome { problem = reason }
    if case .halted(let reason) = outcome { halted(reason) }
    do {
      return input(after: try counted { try $0.store.settle(outcome) })
    } catch {
      return failed("settle", error)
    }
  }

  /// Returns the input for the machine that follows from a result.
  private mutating func input(after result: SettlementResult) -> DeliveryMachine.Input {
    switch result {
    case .delivered(let settled):
      problem = nil
      return .delivered(settled: settled, pending: pending)
    case .partlyDelivered(let settled):
      return .partlyDelivered(settled: settled, random: randomness.next())
    case .tooMuch(let events): return .tooMuch(events: events)
    case .refused(let events): return .refused(events: events)
    case .postponed(let after): return .postponed(after: after, random: randomness.next())
    case .halted: return .halted
    case .nothingSealed: return .bodyLost(random: randomness.next())
    }
  }

  private mutating func halted(_ reason: String) {
    let isNew = problem != reason
    problem = reason
    guard isNew else { return }
    diagnostics.report(
      .warning, "destination.halted",
      "\(store.name) accepts no events until this is fixed: \(reason)"
        + (FailureExplanation.hint(reason).map { " (\($0))" } ?? ""))
  }
}
