/// The state of an event at a destination.
public enum DeliveryState: Hashable, Sendable {
  /// The event is pending or in flight.
  case pending
  /// The destination has confirmed the event.
  case delivered
  /// The destination rejected the event permanently.
  ///
  /// It is kept among the dead letters, from which it can be replayed.
  case deadLettered
  /// The destination does not accept the event: `Destination.accepts` returned false.
  case filtered
  /// The event was dropped.
  case dropped(DropReason)
  /// The event can no longer be read, because the disk changed or lost its bytes.
  case damaged
  /// The destination has settled the event, but its disposition is no longer known.
  ///
  /// The destination has settled more than 4 096 events since, it joined after the event, or a loss
  /// of power took the last entries. `Ledger` counts the event all the same.
  case settled
}

extension DeliveryState {
  /// The weight of the state when several are combined; the greatest one decides.
  var weight: Int {
    switch self {
    case .filtered: 0
    case .delivered: 1
    case .settled: 2
    case .deadLettered: 3
    case .damaged: 4
    case .dropped(let reason): 5 + reason.rawValue
    case .pending: .max
    }
  }

  /// Creates a state from a disposition; nil for an event that was replayed, whose copy has the
  /// state.
  package init?(_ disposition: Disposition) {
    switch disposition {
    case .delivered: self = .delivered
    case .deadLettered: self = .deadLettered
    case .filtered: self = .filtered
    case .dropped(let reason): self = .dropped(reason)
    case .damaged: self = .damaged
    case .replayed: return nil
    }
  }
}

extension DeliveryState: CustomStringConvertible {
  /// A short text, such as `delivered` or `dropped: capacity`.
  public var description: String {
    switch self {
    case .pending: "pending"
    case .delivered: "delivered"
    case .deadLettered: "dead-lettered"
    case .filtered: "filtered"
    case .dropped(let reason): "dropped: \(reason)"
    case .damaged: "damaged"
    case .settled: "settled"
    }
  }
}

/// The delivery status of an event: its state at each destination, and overall.
public struct DeliveryStatus: Hashable, Sendable {
  /// The states at the active destinations, by name.
  ///
  /// A destination for which nothing is known is missing: the event left the journal before the
  /// destination joined, or the destination has settled more than 4 096 other events since.
  public let destinations: [String: DeliveryState]

  /// The overall state: `pending` as long as any destination has not settled the event, then the
  /// first of `dropped`, `damaged`, `deadLettered`, `settled`, `delivered` and `filtered` that any
  /// destination has.
  ///
  /// `delivered` therefore means that every destination that accepts the event has received it.
  public var state: DeliveryState {
    destinations.values.max { $0.weight < $1.weight } ?? .pending
  }

  package init(destinations: [String: DeliveryState]) { self.destinations = destinations }
}
