/// What an event says: the calls of the Segment specification, and interactions with content.
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
  /// Somebody saw or used a piece of content.
  ///
  /// It is for destinations that count interactions: one gets them only if its `kinds` say so.
  case interaction = 6

  /// The name in the protocol's `type` field.
  public var name: String { String(describing: self) }

  /// What the log may call an event that was given this name: no user's or group's identifier.
  package func label(of name: String) -> String {
    self == .track || self == .screen ? name : self.name
  }
}
