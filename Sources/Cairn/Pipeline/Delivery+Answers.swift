import Foundation

/// What a destination says of a batch, and what follows from it.
extension Delivery {
  /// The host has failed when it did not do its work, whatever it was asked; any other answer shows that it lives.
  mutating func finish(_ outcome: Outcome, of key: UUID) -> [Effect] {
    underWay = nil
    guard case .later = outcome else {
      // First, so that what follows is not held up.
      circuit.answered(seat)
      return tell(settleAttempt(outcome, of: key))
    }
    let effects = tell(settleAttempt(outcome, of: key))
    let now = clock.now().continuous
    circuit.failed(seat, at: now, until: machine.nextAttempt ?? now)
    return effects
  }

  /// Only what the process has survived to the end is no death: settling an answer is a part of the attempt.
  private mutating func settleAttempt(
    _ outcome: Outcome, of key: UUID
  ) -> DeliveryMachine.Input {
    let result = settle(outcome, of: key)
    desk.attempts.end(isCancelled: false)
    return result
  }

  /// A commit that fails while a request is out lets go of the destination, and another process may have had it since:
  /// what that one has made of the batch holds, and the answer is for no other batch.
  private mutating func settle(_ outcome: Outcome, of key: UUID) -> DeliveryMachine.Input {
    tally.answer(outcome, at: clock.instant())
    switch outcome {
    // Settles nothing, so that it needs no lease.
    case .later, .halted: return commit(outcome, of: key)
    case .accepted, .partial, .split, .refused:
      unsettled = (key, outcome)
      return whenAcquired { $0.settleAgain() } ?? occupiedByOther()
    }
  }

  /// Writes down an answer that the disk did not take when it came: the server is not asked again, and might say something
  /// else; nil when there is none, or another process has settled its batch.
  mutating func settleAgain() -> DeliveryMachine.Input? {
    guard let (key, outcome) = unsettled else { return nil }
    guard desk.cursor.inFlight?.key.uuid == key else {
      unsettled = nil
      return nil
    }
    let result = commit(outcome)
    if case .failed = result { return result }
    unsettled = nil
    return result
  }

  private mutating func commit(_ outcome: Outcome, of key: UUID) -> DeliveryMachine.Input {
    desk.cursor.inFlight?.key.uuid == key ? commit(outcome) : occupiedByOther()
  }

  private mutating func occupiedByOther() -> DeliveryMachine.Input {
    problem = Self.occupied
    return .occupied(after: Self.occupiedInterval)
  }

  mutating func commit(_ outcome: Outcome) -> DeliveryMachine.Input {
    if !isEcho {
      diagnostics.report(.debug, "batch.answered", "\(desk.name): \(outcome.summary)")
    }
    if case .later(_, let reason) = outcome { problem = reason }
    if case .halted(let reason) = outcome { halted(reason) }
    do {
      let result = try counted { try $0.desk.settle(outcome, random: $0.randomness.next()) }
      guard case .delivered(let settled, _) = result else { return result }
      problem = nil
      return .delivered(settled: settled, pending: pending)
    } catch {
      return failed("settle", error)
    }
  }

  private mutating func halted(_ reason: String) {
    let isNew = problem != reason
    problem = reason
    guard isNew else { return }
    diagnostics.report(
      .warning, "destination.halted",
      "\(desk.name) takes nothing until this is mended: \(reason)\(Self.hint(reason))")
  }

  private static func hint(_ reason: String) -> String {
    reason == "status 401" || reason == "status 403" ? " (is the write key right?)" : ""
  }
}
