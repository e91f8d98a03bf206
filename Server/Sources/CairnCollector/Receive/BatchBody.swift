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
    try Self.checkKey(members, bytes)
    guard let batch = members["batch"] else {
      throw JSONSyntaxError(offset: 0, expected: "an object with a key \"batch\"")
    }
    var scanner = JSONScanner(bytes, at: batch.range.lowerBound)
    events = try scanner.elements(atMost: limits.maxBatchEvents)
    sentAt = bytes.text(of: members["sentAt"])
    defaults = try BatchDefaults(members, bytes)
  }

  // The project was found by the first key, before the rest was read; a body that names two keys is
  // for neither.
  private static func checkKey(
    _ members: [JSONMember], _ bytes: [UInt8]
  ) throws(JSONSyntaxError) {
    let keys = members.filter { $0.isNamed("writeKey") }
    guard let first = keys.first else { return }
    let key = bytes.text(of: first.value).map { Array($0.utf8) }
    for other in keys where bytes.text(of: other.value).map({ Array($0.utf8) }) != key {
      throw JSONSyntaxError(offset: other.range.lowerBound, expected: "one writeKey")
    }
  }
}

/// The write key in a body, for senders that do not send it in the header.
enum BodyKey {
  /// The number of bytes of an unknown sender that are read and decompressed; its key must be among
  /// them.
  static let prefix = 16 * 1024

  /// Returns the member `writeKey` of an object that begins with these bytes; nil when it is not
  /// complete in them.
  static func find(in bytes: [UInt8]) -> String? {
    var scanner = JSONScanner(bytes)
    guard let span = scanner.firstMember(named: "writeKey") else { return nil }
    return bytes.text(of: span)
  }
}
