/// What an `EventInspector` has against an event.
public struct Objection: Hashable, Sendable {
  /// A short sentence for the log, without a property's value: it may be personal.
  public var reason: String
  /// Whether the event must not be recorded.
  ///
  /// It is counted as refused then, for `Refusal.objected`. Otherwise it is recorded. Both are logged once for each event's
  /// name and reason.
  public var refuses: Bool

  /// Makes an objection.
  ///
  /// - Parameters:
  ///   - reason: A short sentence for the log, without a property's value.
  ///   - refuses: Whether the event must not be recorded; false by default.
  public init(_ reason: String, refuses: Bool = false) {
    self.reason = reason
    self.refuses = refuses
  }
}
