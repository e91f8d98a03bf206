/// An event of a tracking plan.
public struct PlannedEvent: Hashable, Sendable {
  /// The kind of call that records it.
  public enum Kind: String, CaseIterable, Sendable {
    /// An event that is recorded with `track`.
    case track
    /// A screen that is recorded with `screen`.
    case screen
  }

  /// The name of the event or the screen.
  public let name: String
  /// The kind of call that records it; `track` if the plan does not specify it.
  public let kind: Kind
  /// A description for readers.
  ///
  /// Empty if the plan has none.
  public let description: String
  /// The schema of the event's properties.
  public let schema: PropertySchema
}
