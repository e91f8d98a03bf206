/// Decides what a shipper does next; knows no clock, database or network.
///
/// A shipment that may have arrived is inspected before it is sent again: ClickHouse accepts all
/// rows of one partition or none. Removals are only carried over while no shipment is unfinished,
/// so an event that was removed from PostgreSQL cannot arrive afterwards.
package struct ShippingMachine: Sendable {
  package enum Step: Sendable, Equatable {
    /// Take the lock, and read the unfinished shipments.
    case resume
    /// Find the partitions in which rows of this shipment have arrived.
    case inspect(Shipment)
    case send(Shipment, without: Set<Int>)
    case finish(Shipment, rows: Int)
    case plan
    /// Delete in ClickHouse what was deleted in PostgreSQL.
    case remove
    case rest(Rest)
    case end(End)
  }

  package enum Rest: Sendable, Equatable {
    /// Nothing is left to ship.
    case idle
    /// The events that are left are behind an open transaction.
    case hidden
    /// Another shipper has the lock.
    case standby
    /// The number of failures without a success in between.
    case retry(Int)
  }

  package enum End: Sendable, Equatable {
    /// Nothing was left to ship.
    case complete
    /// Another shipper has the lock.
    case busy
    /// Trying again would not help.
    case refused
    /// The attempts are used up.
    case gaveUp
  }

  package enum Removal: Sendable, Equatable {
    case done
    case more
    /// ClickHouse has not finished a deletion yet.
    case waiting
  }

  package enum Outcome: Sendable, Equatable {
    case resumed([Shipment])
    case busy
    case inspected(Set<Int>)
    case sent(rows: Int)
    case finished
    /// The next shipment; nil when nothing can be shipped now.
    case planned(Shipment?)
    /// Nothing can be shipped before an open transaction has ended, but events were committed
    /// before the start of the run.
    case hidden
    case removed(Removal)
    case failed(isPermanent: Bool)
    case rested
  }

  /// After so many shipments without a pause removals are carried over as well.
  static let shipmentsBetweenRemovals = 20

  private let once: Bool
  private let maximumAttempts: Int
  private var unfinished: [Shipment] = []
  private var shipmentsSinceRemoval = 0
  private var failures = 0
  private var hasShipped = false
  private var isIdle = false
  private var mustResume = true

  /// Creates the state of a shipper that begins with `Step.resume`.
  ///
  /// - Parameters:
  ///   - once: Whether it ends when nothing is left to ship, and all events that were committed
  ///     before its start have been shipped.
  ///   - maximumAttempts: With `once`, the number of successive failures after which it gives up.
  package init(once: Bool, maximumAttempts: Int = 10) {
    self.once = once
    self.maximumAttempts = maximumAttempts
  }

  /// Returns the step that follows this outcome of the last one.
  package mutating func next(after outcome: Outcome) -> Step {
    switch outcome {
    case .resumed(let shipments):
      (unfinished, mustResume) = (shipments, false)
      return work()
    case .busy: return once ? .end(.busy) : .rest(.standby)
    case .inspected(let partitions): return send(without: partitions)
    case .sent(let rows): return unfinished.first.map { .finish($0, rows: rows) } ?? work()
    case .finished:
      unfinished.removeFirst()
      shipmentsSinceRemoval += 1
      (failures, hasShipped) = (0, true)
      return work()
    case .planned(let shipment): return planned(shipment)
    case .hidden: return once ? .rest(.hidden) : planned(nil)
    case .removed(let removal): return removed(removal)
    case .failed(let isPermanent): return failed(isPermanent)
    case .rested: return mustResume ? .resume : .plan
    }
  }

  private func send(without partitions: Set<Int>) -> Step {
    unfinished.first.map { .send($0, without: partitions) } ?? .plan
  }

  private func work() -> Step {
    if let first = unfinished.first { return .inspect(first) }
    return shipmentsSinceRemoval >= Self.shipmentsBetweenRemovals ? .remove : .plan
  }

  private mutating func planned(_ shipment: Shipment?) -> Step {
    isIdle = shipment == nil
    guard let shipment else { return .remove }
    unfinished = [shipment]
    return .send(shipment, without: [])
  }

  private mutating func removed(_ removal: Removal) -> Step {
    shipmentsSinceRemoval = 0
    guard isIdle else { return .plan }
    switch removal {
    case .more: return .remove
    case .done:
      (failures, hasShipped) = (0, true)
      return once ? .end(.complete) : .rest(.idle)
    case .waiting:
      guard once else { return .rest(.idle) }
      failures += 1
      return failures < maximumAttempts ? .rest(.retry(failures)) : .end(.gaveUp)
    }
  }

  private mutating func failed(_ isPermanent: Bool) -> Step {
    mustResume = true
    failures += 1
    // Later an operator may be able to repair it, for example a key that was changed.
    if isPermanent, once || !hasShipped { return .end(.refused) }
    if once, failures >= maximumAttempts { return .end(.gaveUp) }
    return .rest(.retry(failures))
  }
}

extension ShippingMachine.Rest {
  /// Returns the time to rest in seconds; retries wait longer each time, up to a minute.
  ///
  /// `random` is from 0 to 1, so that shippers do not retry together.
  package func seconds(random: Double) -> Double {
    switch self {
    case .idle: 1
    case .hidden: 0.1
    case .standby: 5
    case .retry(let failures):
      min(60, 0.5 * Double(1 << min(failures - 1, 7))) * (0.5 + random / 2)
    }
  }
}
