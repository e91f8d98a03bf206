#if canImport(PostgreSQLClient)
import PostgreSQLClient

/// Ships events from PostgreSQL to ClickHouse; `ShippingMachine` decides each step.
package struct Shipper: Sendable {
  package struct Limits: Sendable {
    /// The number of events and bytes of a shipment, to which the rest of a transaction is added.
    package var rows = 50_000
    package var bytes = 32 << 20
    package var maximumAttempts = 8

    package init() {}
  }

  /// A step of the work, for an operator.
  package enum Report: Sendable {
    case shipped(Int)
    /// Events that were removed in ClickHouse after they had been in PostgreSQL.
    case erased(Int)
    /// Events that were deleted in ClickHouse because retention no longer keeps them.
    case pruned(Int)
    case failed(String, retryAfter: Double)
    case standby
    /// Nothing is left to ship.
    case idle
  }

  private static let erasuresAtOnce = 2_000

  private let ledger: ShippingLedger
  private let target: ClickHouseTarget
  private let limits: Limits
  private let secrets: Secrets
  private let report: @Sendable (Report) async -> Void

  package init(
    _ ledger: ShippingLedger, _ target: ClickHouseTarget, limits: Limits = Limits(),
    secrets: Secrets = Secrets([]), report: @escaping @Sendable (Report) async -> Void = { _ in }
  ) {
    self.ledger = ledger
    self.target = target
    self.limits = limits
    self.secrets = secrets
    self.report = report
  }

  /// Ships until nothing is left, or with `once: false` until the task is cancelled.
  ///
  /// - Returns: Why it ended, and the last failure.
  package func run(once: Bool) async throws -> (end: ShippingMachine.End, failure: String?) {
    var machine = ShippingMachine(once: once, maximumAttempts: limits.maximumAttempts)
    var step = ShippingMachine.Step.resume
    var failure: String?
    while true {
      if case .end(let end) = step { return (end, failure) }
      let outcome: ShippingMachine.Outcome
      do {
        outcome = try await perform(step, failure)
      } catch let error as CancellationError {
        throw error
      } catch {
        try Task.checkCancellation()
        failure = secrets.removed(from: "\(error)")
        await target.rotate()
        outcome = .failed(isPermanent: Self.isPermanent(error))
      }
      step = machine.next(after: outcome)
    }
  }

  private func perform(
    _ step: ShippingMachine.Step, _ failure: String?
  ) async throws -> ShippingMachine.Outcome {
    switch step {
    case .resume:
      guard let resumption = try await ledger.resume() else { return .busy }
      try await target.prepare(mustExist: resumption.hasShipped)
      return .resumed(resumption.unfinished)
    case .inspect(let shipment): return .inspected(try await target.partitions(of: shipment))
    case .send(let shipment, let partitions):
      let block = try await ledger.read(shipment, without: partitions)
      if block.rows > 0 { try await target.insert(block, of: shipment) }
      return .sent(rows: block.rows)
    case .finish(let shipment, let rows):
      try await ledger.finish(shipment, rows: rows)
      await report(.shipped(rows))
      return .finished
    case .plan:
      let shipment = try await ledger.plan(rows: limits.rows, bytes: limits.bytes)
      if shipment == nil, try await ledger.isBehind() { return .hidden }
      return .planned(shipment)
    case .remove: return .removed(try await remove())
    case .rest(let rest):
      try await wait(rest, failure)
      return .rested
    case .end: return .rested
    }
  }

  private func remove() async throws -> ShippingMachine.Removal {
    if let day = try await ledger.retention() {
      let first = EventPartition.day(Int32(clamping: day))
      let count = try await target.count(before: first)
      guard try await target.prune(before: first) else { return .waiting }
      try await ledger.pruned(before: day)
      await report(.pruned(count))
    }
    let positions = try await ledger.erasures(limit: Self.erasuresAtOnce)
    guard !positions.isEmpty else { return .done }
    guard try await target.delete(positions) else { return .waiting }
    try await ledger.erased(positions)
    await report(.erased(positions.count))
    return positions.count < Self.erasuresAtOnce ? .done : .more
  }

  private func wait(_ rest: ShippingMachine.Rest, _ failure: String?) async throws {
    let seconds = rest.seconds(random: Double.random(in: 0...1))
    switch rest {
    case .idle, .hidden: await report(.idle)
    case .standby: await report(.standby)
    case .retry: await report(.failed(failure ?? "a deletion is in progress", retryAfter: seconds))
    }
    try await Task.sleep(for: .seconds(seconds))
  }

  /// Whether the same statement fails again.
  private static func isPermanent(_ error: any Error) -> Bool {
    switch error {
    case let error as ClickHouseError: error.isPermanent
    case let error as PostgreSQLError: error.isPermanent
    case is RestoredDumpError: true
    default: false
    }
  }
}

extension PostgreSQLError {
  /// A wrong password, a missing grant, database or table.
  ///
  /// Source: PostgreSQL, appendix A, classes 28, 3D and 42.
  fileprivate var isPermanent: Bool {
    ["28", "3D", "42"].contains { sqlState?.hasPrefix($0) == true }
  }
}
#endif
