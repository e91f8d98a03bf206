/// Some stored events in order of arrival.
struct EventPage: Sendable {
  var events: [StoredEvent] = []
  /// Where the next page begins; nil when this one reached the end.
  var next: Int64?
}
