import GRDB

/// A row of the events table in the form of `/v1/events`.
struct StoredEvent: Sendable {
  var sequence: Int64
  var json: String

  /// Creates the event from a row and `defaults`, the defaults of the row's batch.
  init(_ row: Row, _ defaults: [DefaultObject]) {
    sequence = row["sequence"]
    var object = JSONObject()
    object.add("sequence", raw: "\(sequence)")
    object.add("project", row["project"])
    object.add("messageId", row["message_id"])
    object.add("type", row["type"])
    object.add("name", row["name"])
    object.add("userId", row["user_id"])
    object.add("anonymousId", row["anonymous_id"])
    object.add("timestamp", Timestamp.text(row["timestamp"]))
    object.add("originalTimestamp", row["original_timestamp"])
    object.add("sentAt", row["sent_at"])
    object.add("receivedAt", Timestamp.text(row["received_at"]))
    object.add("event", raw: MergedEvent(row["body"], defaults).text)
    json = object.text
  }
}
