/// The parsed body of a `/v1/batch` request, whose bytes are unchanged.
struct BatchBody: Sendable {
  var bytes: [UInt8]
  var events: [JSONSpan]
  var sentAt: String?
  var defaults: BatchDefaults

  init(_ bytes: [UInt8], limits: CollectorConfiguration) throws(Refusal) {
    do throws(JSONSyntaxError) {
      var scanner = JSONScanner(bytes)
      let members = try scanner.members(atMost: Self.maxMembers)
      try scanner.end()
      try self.init(bytes, members, limits)
    } catch {
      throw .malformed(error, in: bytes)
    }
    guard events.count <= limits.maxBatchEvents else {
      throw .tooLarge("the batch has more than \(limits.maxBatchEvents) events", limits)
    }
  }

  // No sender needs more. Without a limit, a body of small members would use thirty times its size
  // of memory.
  private static let maxMembers = 100

  private init(
    _ bytes: [UInt8], _ members: [JSONMember], _ limits: CollectorConfiguration
  ) throws(JSONSyntaxError) {
    self.bytes = bytes
    guard let batch = members["batch"] else {
      throw JSONSyntaxError(offset: 0, expected: "an object with a key \"batch\"")
    }
    var scanner = JSONScanner(bytes, at: batch.range.lowerBound)
    events = try scanner.elements(atMost: limits.maxBatchEvents)
    sentAt = bytes.text(of: members["sentAt"])
    defaults = try BatchDefaults(members, bytes)
  }
}
