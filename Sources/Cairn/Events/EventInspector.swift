/// Checks events before they are written, for example against a tracking plan or rules of your own.
///
/// An inspector is called on the thread of every recording call, after the enrichers and before
/// redaction, so it must be fast and must not block. It sees every event, including those that the
/// SDK itself records (sessions, app lifecycle). It sees what the caller and the enrichers set, but
/// neither the standard context nor the super properties.
public protocol EventInspector: Sendable {
  /// Returns the problem of the event; nil when there is none.
  ///
  /// Inspectors are called in the order of the configuration, until one refuses the event.
  func inspect(_ event: Event) -> ValidationIssue?
}

/// A problem that an `EventInspector` found in an event.
public struct ValidationIssue: Hashable, Sendable {
  /// A short sentence for the log, without property values, which may be personal.
  public var reason: String
  /// Whether the event must not be recorded.
  ///
  /// If true, the event is refused and counted as `RecordingFailure.rejectedByInspector`. Otherwise
  /// it is recorded. Both are logged once for each pair of event name and reason.
  public var refuses: Bool

  /// Creates an issue.
  ///
  /// - Parameters:
  ///   - reason: A short sentence for the log, without property values.
  ///   - refuses: Whether the event must not be recorded; false by default.
  public init(_ reason: String, refuses: Bool = false) {
    self.reason = reason
    self.refuses = refuses
  }
}
