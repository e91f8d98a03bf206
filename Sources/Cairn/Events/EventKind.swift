/// The kind of an event: a call of the Segment specification, or an interaction with content.
public enum EventKind: UInt8, Sendable, CaseIterable {
  /// An action or occurrence in the app.
  case track = 1
  /// A screen view.
  case screen = 2
  /// The identification of the user, with traits.
  case identify = 3
  /// The membership of the user in a group.
  case group = 4
  /// The statement that two user identifiers belong to the same person.
  case alias = 5
  /// A view or use of a piece of content.
  ///
  /// It is for destinations that count interactions. A destination receives interactions only if
  /// its `kinds` contain this kind.
  case interaction = 6

  /// The value of the protocol's `type` field.
  public var name: String { String(describing: self) }

  /// Returns a label for log lines for an event with this name; it contains no user or group
  /// identifier.
  package func label(of name: String) -> String {
    self == .track || self == .screen ? name : self.name
  }
}
