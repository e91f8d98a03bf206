/// Checks events before they are written, for example against a tracking plan or rules of your own.
///
/// An inspector is called on the thread of every recording call, after the enrichers and before
/// redaction, so it must be fast and must not block. It sees every event, including those that the
/// SDK itself records (sessions, app lifecycle). It sees what the caller and the enrichers set, but
/// neither the standard context nor the super properties.
public protocol EventInspector: Sendable {
  /// Returns an objection to the event; nil when there is none.
  ///
  /// Inspectors are called in the order of the configuration, until one refuses the event.
  func inspect(_ event: Event) -> ValidationIssue?
}
