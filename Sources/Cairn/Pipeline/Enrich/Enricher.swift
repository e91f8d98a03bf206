/// Adds to events, before they are written, what the caller could not know.
///
/// Called on the caller's thread of every `track`, so it must be quick and must not wait. It may call `track` itself.
/// What it adds is stored with the event and never made again.
public protocol Enricher: Sendable {
  /// Changes the event in place. Enrichers run in the order of the configuration.
  func enrich(_ event: inout Event)
}
