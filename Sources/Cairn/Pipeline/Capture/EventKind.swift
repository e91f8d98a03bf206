/// What an event says: the calls of the Segment specification.
public enum EventKind: UInt8, Sendable, CaseIterable {
  /// Something happened.
  case track = 1
  /// Somebody saw a screen.
  case screen = 2
  /// This is who the user is.
  case identify = 3
  /// The user belongs to a group.
  case group = 4
  /// Two user identifiers are the same person.
  case alias = 5

  /// The name in the protocol's `type` field.
  public var name: String { String(describing: self) }
}
