/// An event of a tracking plan.
public struct PlannedEvent: Hashable, Sendable {
  /// The kind of call that records it.
  public enum Kind: String, CaseIterable, Sendable {
    /// Something happens.
    case track
    /// Somebody sees a screen.
    case screen
  }

  /// The event's or the screen's name.
  public let name: String
  /// The kind of call that records it; `track` if the plan does not say.
  public let kind: Kind
  /// What it means, for people.
  ///
  /// Empty if the plan does not say.
  public let description: String
  /// What its properties may be.
  public let schema: Schema
}
