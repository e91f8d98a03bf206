/// Adds data to events before they are written.
///
/// An enricher is called on the caller's thread for every `track`, so it must be fast and must not
/// block. It may call `track` itself: such an event is enriched as well, and belongs to the session
/// that the outer event begins. At most eight such calls can be nested; deeper ones are refused and
/// counted (`RecordingFailure.nested`). An enricher may be called twice for one event, when the
/// user changes during the call. What it adds is stored with the event and never computed again.
///
/// It sees every event, including those that the SDK itself records (sessions, app lifecycle),
/// except interactions with content. Interactions are counted, and properties of all events must
/// not split their counts. The event does not contain the standard context and the super properties
/// yet: for that event, a name that the enricher sets in `Event.context` or `Event.properties`
/// takes precedence over theirs. The session of an event is determined when it is written, after
/// the enrichers. For data that applies to many events, a super property is cheaper than an
/// enricher.
public protocol Enricher: Sendable {
  /// Changes the event in place.
  ///
  /// Enrichers run in the order of the configuration.
  func enrich(_ event: inout Event)
}
