/// Which kinds of events a destination is for.
package struct EventKindMask: Equatable, Sendable {
  /// In everything.
  package static let all = EventKindMask(Set(EventKind.allCases))
  private static let interactions = EventKindMask([.interaction])
  private var mask: UInt8 = 0

  package init(_ kinds: Set<EventKind>) {
    for kind in kinds { mask |= 1 << kind.rawValue }
  }

  @inline(__always)
  package func contains(_ kind: EventKind) -> Bool { mask & 1 << kind.rawValue != 0 }

  /// In interactions with content, and nothing else.
  package var isInInteractionsAlone: Bool { self == Self.interactions }
}

extension Destination {
  package var interest: EventKindMask { EventKindMask(kinds) }
}

extension EventKind {
  /// All but interactions with content.
  public static let ordinary = Set(allCases).subtracting([.interaction])
}
