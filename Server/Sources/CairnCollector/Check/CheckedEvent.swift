/// An event that passed all checks.
struct CheckedEvent: Sendable {
  var messageID: String
  var kind: EventKind
  var name: String?
  var userID: String?
  var anonymousID: String?
  var times: EventTimes
  /// The digest of the event, which is the same each time the event is sent.
  var digest: Int64
  /// The event's JSON as it was sent.
  var body: ArraySlice<UInt8>
}
