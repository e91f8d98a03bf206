/// An event that may be stored.
struct CheckedEvent: Sendable {
  var messageID: String
  var kind: EventKind
  var name: String?
  var userID: String?
  var anonymousID: String?
  var times: EventTimes
  /// The same for each sending of the same event.
  var digest: Int64
  /// Its JSON as it was sent.
  var body: ArraySlice<UInt8>
}
