/// What became of an event at a destination.
public enum DeliveryState: Hashable, Sendable {
  /// It waits, or is under way: it will be delivered.
  case pending
  /// The destination has confirmed it.
  case delivered
  /// The destination refused it for good. It is kept in the dead letters, from where it can be put back.
  case deadLettered
  /// The destination does not want it: `Destination.accepts` said no.
  case filtered
  /// It was given up.
  case dropped(DropReason)
  /// It could be read no more, because the disk changed or lost its bytes.
  case damaged
  /// The destination is done with it, and how is not known any more: it has settled more than 4 096 events since, it
  /// joined after the event, or a loss of power took the last notes. `Ledger` counts it all the same.
  case settled
}

extension DeliveryState {
  /// What of several states says most about what is still to be done, or was lost: the greatest.
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

  /// Nil for an event that was put back: its copy knows.
  package init?(_ fate: Fate) {
    switch fate {
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
  /// A word or two, such as `delivered` or `dropped: capacity`.
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
