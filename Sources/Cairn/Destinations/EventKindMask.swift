/// The set of the event kinds that a destination accepts.
package struct EventKindMask: Equatable, Sendable {
  /// The mask of all kinds.
  package static let all = EventKindMask(Set(EventKind.allCases))
  private static let interactions = EventKindMask([.interaction])
  private var mask: UInt8 = 0

  package init(_ kinds: Set<EventKind>) {
    for kind in kinds { mask |= 1 << kind.rawValue }
  }

  @inline(__always)
  package func contains(_ kind: EventKind) -> Bool { mask & 1 << kind.rawValue != 0 }

  /// Whether the mask contains only interactions with content.
  package var isInInteractionsAlone: Bool { self == Self.interactions }
}

extension Destination {
  package var kindMask: EventKindMask { EventKindMask(kinds) }
}

extension EventKind {
  /// All kinds except interactions with content.
  public static let ordinary = Set(allCases).subtracting([.interaction])
}
