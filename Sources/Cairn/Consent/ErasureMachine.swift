/// The state machine of the erasure of an instance's folder; it has no side effects.
///
/// `ConsentStore` holds it under its lock, because each phase decides what may be recorded, stored
/// and sent. The disk, not this machine, says after a kill what is left to do: see
/// `Erasure.resume`.
package struct ErasureMachine: Sendable, Equatable {
  package enum Phase: Sendable, Equatable, CaseIterable {
    /// No data is to be erased.
    case idle
    /// An erasure was requested; its data is still where new events are written.
    case requested
    /// The data is inaccessible; delivery may still hold some of it.
    case setAside
    /// Delivery holds none of the data, which is being removed.
    case removing
    /// The disk did not allow the data to be made inaccessible. Nothing is recorded until it does.
    case stuck
  }

  package enum Input: Sendable, Equatable {
    /// An erasure begins, or is tried again.
    case begin
    /// The data of all erasures up to this number is inaccessible.
    case setAside(UInt64)
    /// The data could not be made inaccessible.
    case setAsideFailed
    /// The erasure of an earlier launch could not be completed.
    case resumeFailed
    /// Work of delivery that began before the erasure has ended.
    case deliveryStopped
    /// The data of all erasures up to this number is removed.
    case removed(UInt64)
    /// The instance works in memory from now on, and leaves its folder to a later launch.
    case folderAbandoned
  }

  package private(set) var phase = Phase.idle
  /// The number of the last erasure whose data is inaccessible; an event that was captured before
  /// it is not written any more.
  package private(set) var accepted: UInt64
  /// The number of the last erasure that delivery has noticed.
  package private(set) var acceptedByDelivery: UInt64

  package init(accepted: UInt64) {
    (self.accepted, acceptedByDelivery) = (accepted, accepted)
  }

  /// True while data remains that is to be erased; until it is removed, nothing is sent.
  package var isErasing: Bool { phase != .idle }

  /// True while data that is to be erased is where new events would be written.
  package var isStuck: Bool { phase == .stuck }

  package mutating func handle(_ input: Input) {
    switch input {
    case .setAside(let erasures): accepted = erasures
    case .deliveryStopped: acceptedByDelivery = accepted
    case .begin, .setAsideFailed, .resumeFailed, .removed, .folderAbandoned: break
    }
    phase = next(input)
  }

  private func next(_ input: Input) -> Phase {
    switch (input, phase) {
    // An erasure that begins while another is completed is not ended by the other's end.
    case (.begin, .idle), (.begin, .requested), (.begin, .setAside), (.begin, .removing): .requested
    case (.begin, .stuck): .stuck
    case (.setAside, _): .setAside
    case (.setAsideFailed, _): .stuck
    // What is left to remove could not be read: nothing of it is where new events are written.
    case (.resumeFailed, .idle): .setAside
    case (.resumeFailed, .requested), (.resumeFailed, .stuck): .stuck
    case (.resumeFailed, .setAside), (.resumeFailed, .removing): phase
    case (.deliveryStopped, .setAside): .removing
    case (.deliveryStopped, .idle), (.deliveryStopped, .requested), (.deliveryStopped, .removing),
      (.deliveryStopped, .stuck):
      phase
    case (.removed(let erasures), .removing): erasures == accepted ? .idle : .removing
    case (.removed, .idle), (.removed, .requested), (.removed, .setAside), (.removed, .stuck): phase
    case (.folderAbandoned, _): .idle
    }
  }
}
