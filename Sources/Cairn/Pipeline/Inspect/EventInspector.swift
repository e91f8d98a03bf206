/// Looks at events before they are written, and says what is wrong with them: a tracking plan, or rules of your own.
///
/// Called on the thread of every call that records, behind the enrichers and before redaction, so it must be quick and must
/// not wait. It sees every event, also those that the SDK records itself (sessions, the app's life); and of an event what the
/// caller and the enrichers said, neither the standard context nor the super properties.
public protocol EventInspector: Sendable {
  /// What is wrong with the event; nil when nothing is.
  ///
  /// Inspectors are asked in the order of the configuration, until one refuses the event.
  func inspect(_ event: Event) -> Objection?
}
