import Crypto

/// Distinguishes events with the same message id: an event that is sent again has the same digest.
///
/// The digest covers the event as it was sent, and the `context` and `integrations` of its batch.
/// It excludes the members that a sender sets at each attempt, or a relay at each arrival:
/// `sentAt`, `receivedAt`, and a `timestamp` beside the `originalTimestamp` from which it was
/// corrected.
struct EventDigest {
  // Computed once for each batch: a large context must not be read again for each of many small
  // events.
  private let defaults: [UInt8]

  init(_ defaults: BatchDefaults) {
    var hash = SHA256()
    for key in BatchDefaults.keys {
      guard let object = defaults.objects[key] else { continue }
      hash.update(data: Array(key.utf8))
      hash.update(data: object)
    }
    self.defaults = Array(hash.finalize())
  }

  /// Returns 64 bits, which are sufficient because only events with the same id are compared.
  func digest(_ event: JSONSpan, _ members: [JSONMember], _ bytes: [UInt8]) -> Int64 {
    var hash = SHA256()
    hash.update(data: defaults)
    var start = event.range.lowerBound
    for member in members where Self.isStamped(member.key, members, bytes) {
      hash.update(data: bytes[start..<member.range.lowerBound])
      start = member.range.upperBound
    }
    hash.update(data: bytes[start..<event.range.upperBound])
    return hash.finalize().prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func isStamped(
    _ key: String, _ members: [JSONMember], _ bytes: [UInt8]
  ) -> Bool {
    switch key {
    case "sentAt", "receivedAt": true
    // Only a text counts as the original time; otherwise `timestamp` is stored.
    case "timestamp":
      members["originalTimestamp"].map { bytes[$0.range.lowerBound] == UInt8(ascii: "\"") } ?? false
    default: false
    }
  }
}
