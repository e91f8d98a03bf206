/// Adds to events, before they are written, what the caller could not know.
///
/// Called on the caller's thread of every `track`, so it must be quick and must not wait. It may call `track` itself: what it
/// records is enriched, too, and is in the session that its event begins. Eight such calls inside each other are the most; what
/// goes deeper is refused and counted (`Refusal.nested`). It may be called twice for one event, when the user changes meanwhile.
/// What it adds is stored with the event and never made again.
///
/// It sees every event, also those that the SDK records itself (sessions, the app's life), but no interactions with content:
/// those are counted, and what is said about everything must not divide their counts. The standard context and the super
/// properties are no part of the event yet: a name that the enricher sets in `Event.context` or `Event.properties` wins
/// over theirs, for that event. An event's session is settled when it is written, behind the enrichers. What holds for many
/// events is cheaper as a super property than from an enricher.
public protocol Enricher: Sendable {
  /// Changes the event in place. Enrichers run in the order of the configuration.
  func enrich(_ event: inout Event)
}
