/// An objection of an `EventInspector` to an event.
public struct ValidationIssue: Hashable, Sendable {
  /// A short sentence for the log, without property values, which may be personal.
  public var reason: String
  /// Whether the event must not be recorded.
  ///
  /// If true, the event is refused and counted as `RecordingFailure.objected`. Otherwise it is recorded.
  /// Both are logged once for each pair of event name and reason.
  public var refuses: Bool

  /// Creates an objection.
  ///
  /// - Parameters:
  ///   - reason: A short sentence for the log, without property values.
  ///   - refuses: Whether the event must not be recorded; false by default.
  public init(_ reason: String, refuses: Bool = false) {
    self.reason = reason
    self.refuses = refuses
  }
}
