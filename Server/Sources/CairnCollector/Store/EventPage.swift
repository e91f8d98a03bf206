/// A page of stored events in order of arrival.
struct EventPage: Sendable {
  var events: [StoredEvent] = []
  /// The position of the next page; nil when this page reached the end.
  var next: Int64?
}
