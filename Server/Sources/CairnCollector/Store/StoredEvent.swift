/// A stored event, for `/v1/events`.
struct StoredEvent: Sendable {
  /// Its number in the order of storing.
  var sequence: Int64
  var project: String
  var messageID: String
  var type: String
  var name: String?
  var userID: String?
  var anonymousID: String?
  /// Microseconds since 1970.
  var timestamp: Int64
  var originalTimestamp: String?
  var sentAt: String?
  /// Microseconds since 1970.
  var receivedAt: Int64
  /// The event with the defaults of its batch.
  var event: MergedEvent

  var json: String {
    var object = JSONObject()
    object.add("sequence", raw: "\(sequence)")
    object.add("project", project)
    object.add("messageId", messageID)
    object.add("type", type)
    object.add("name", name)
    object.add("userId", userID)
    object.add("anonymousId", anonymousID)
    object.add("timestamp", Timestamp.text(timestamp))
    object.add("originalTimestamp", originalTimestamp)
    object.add("sentAt", sentAt)
    object.add("receivedAt", Timestamp.text(receivedAt))
    object.add("event", raw: event.text)
    return object.text
  }
}
