/// A `/v1/batch` body taken apart, without touching a byte of it.
struct BatchBody: Sendable {
  var bytes: [UInt8]
  var events: [JSONSpan]
  var writeKey: String?
  var sentAt: String?
  /// What the batch says once for all its events.
  var defaults: [BatchDefault]

  init(_ bytes: [UInt8], limits: CollectorConfiguration) throws(Refusal) {
    do throws(JSONSyntaxError) {
      var scanner = JSONScanner(bytes)
      let members = try scanner.members()
      try scanner.end()
      try self.init(bytes, members)
    } catch {
      throw .malformed(error, in: bytes)
    }
    guard events.count <= limits.maxBatchEvents else {
      throw .tooLarge("the batch has \(events.count) events", limits)
    }
  }

  private init(_ bytes: [UInt8], _ members: [JSONMember]) throws(JSONSyntaxError) {
    self.bytes = bytes
    guard let batch = members["batch"] else {
      throw JSONSyntaxError(offset: 0, expected: "an object with a key \"batch\"")
    }
    var scanner = JSONScanner(bytes, at: batch.range.lowerBound)
    events = try scanner.elements()
    writeKey = bytes.text(of: members["writeKey"])
    sentAt = bytes.text(of: members["sentAt"])
    defaults = []
    for key in ["context", "integrations"] {
      if let span = members[key], let value = try BatchDefault(key, span, bytes) {
        defaults.append(value)
      }
    }
  }
}
