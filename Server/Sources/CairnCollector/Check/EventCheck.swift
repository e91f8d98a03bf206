/// Checks each event of a batch.
struct EventCheck {
  /// The maximum nesting depth.
  ///
  /// Many JSON parsers are recursive and would fail at deeper nesting.
  static let maxDepth = BatchDefaults.maxDepth
  /// The maximum number of members of the event itself, without those of nested objects.
  static let maxMembers = 1000

  let batch: BatchBody
  let received: Int64
  let limits: CollectorConfiguration
  private let digest: EventDigest

  init(batch: BatchBody, received: Int64, limits: CollectorConfiguration) {
    self.batch = batch
    self.received = received
    self.limits = limits
    digest = EventDigest(batch.defaults)
  }

  func verdicts() -> [EventVerdict] {
    batch.events.map(verdict)
  }

  private func verdict(_ event: JSONSpan) -> EventVerdict {
    guard event.kind == .object else {
      return refused(nil, EventRefusal(.object, "event is not a JSON object"))
    }
    // Only the scanner that already accepted these bytes reads them again: it cannot fail.
    var scanner = JSONScanner(batch.bytes, at: event.range.lowerBound)
    guard let members = try? scanner.members(atMost: Self.maxMembers) else {
      return refused(nil, EventRefusal(.members, "event has more than \(Self.maxMembers) members"))
    }
    let item = EventItem(members: members, bytes: batch.bytes)
    let messageID = item.text("messageId")
    do throws(EventRefusal) {
      try checkForm(event)
      return .sound(try check(item, event))
    } catch {
      var refusal = error
      refusal.name = item.text("event") ?? item.text("name")
      return refused(messageID, refusal)
    }
  }

  private func checkForm(_ event: JSONSpan) throws(EventRefusal) {
    if let offset = event.invalidUTF8 {
      throw EventRefusal(.unicode, "event is not UTF-8 at byte \(offset) of the body")
    }
    if let offset = event.halfPair {
      throw EventRefusal(
        .unicode, "event has half of a surrogate pair at byte \(offset) of the body")
    }
    guard event.depth <= Self.maxDepth else {
      throw EventRefusal(
        .depth, "event is nested \(event.depth) levels deep; at most \(Self.maxDepth)")
    }
    // The size is that of the event as it was sent, because the limit must not depend on the batch.
    guard event.range.count <= limits.maxEventBytes else {
      throw EventRefusal(
        .size, "event has \(event.range.count) bytes; at most \(limits.maxEventBytes)")
    }
    // Readers see the defaults as a part of the event.
    guard batch.defaults.byteCount <= limits.maxEventBytes else {
      throw EventRefusal(
        .size,
        "the batch's context and integrations have \(batch.defaults.byteCount) bytes; at most "
          + "\(limits.maxEventBytes)")
    }
  }

  private func check(_ item: EventItem, _ event: JSONSpan) throws(EventRefusal) -> CheckedEvent {
    let messageID = try item.messageID()
    let kind = try item.kind()
    let userID = try item.identifier("userId")
    let anonymousID = try item.identifier("anonymousId")
    if userID == nil, anonymousID == nil {
      throw EventRefusal(.identity, "userId or anonymousId missing")
    }
    if let key = kind.requiredKey, try item.identifier(key) == nil {
      throw EventRefusal(.name, "\(key) missing")
    }
    return CheckedEvent(
      messageID: messageID, kind: kind, name: try item.name(of: kind), userID: userID,
      anonymousID: anonymousID, times: times(item),
      digest: digest.digest(event, item.members, batch.bytes), body: batch.bytes[event.range])
  }

  // A relay such as RudderStack's server keeps the first sender's times in the event itself.
  private func times(_ item: EventItem) -> EventTimes {
    EventTimes(
      received: received,
      original: Self.time(item.text("originalTimestamp"), else: item.text("timestamp")),
      sent: Self.time(item.text("sentAt"), else: batch.sentAt))
  }

  /// Returns the first text that is a time; if neither is, the first one, which is stored as sent.
  private static func time(_ text: String?, else other: @autoclosure () -> String?) -> String? {
    guard let first = time(text) else { return time(other()) }
    if Timestamp.microseconds(first) != nil { return first }
    guard let second = time(other()), Timestamp.microseconds(second) != nil else { return first }
    return second
  }

  // The time of the batch is stored with each event. A longer text, or one with a NUL, is not a
  // time.
  private static func time(_ text: String?) -> String? {
    guard let text, text.utf8.count <= 64, !text.contains(byte: 0) else { return nil }
    return text
  }

  private func refused(_ messageID: String?, _ refusal: EventRefusal) -> EventVerdict {
    .refused(messageID: messageID, refusal)
  }
}

/// The result of the check of one element of a batch.
enum EventVerdict: Sendable {
  case sound(CheckedEvent)
  case refused(messageID: String?, EventRefusal)
}

/// An event that passed all checks.
struct CheckedEvent: Sendable {
  var messageID: String
  var kind: EventKind
  var name: String?
  var userID: String?
  var anonymousID: String?
  var times: EventTimes
  /// The digest of the event, which is the same each time the event is sent; nil for a copy of an
  /// event that an older version stored.
  var digest: Int64?
  /// The event's JSON as it was sent.
  var body: ArraySlice<UInt8>
}

/// The reason why one event of a batch is refused.
struct EventRefusal: Error {
  /// The rule that the event violates, for programs.
  enum Rule: String, CaseIterable, Sendable {
    case object, members, unicode, depth, size
    case messageID = "message_id"
    case type, identity, name, identifier
  }

  var rule: Rule
  var reason: String
  /// The name of the event, as far as it has one.
  var name: String?

  init(_ rule: Rule, _ reason: String) {
    self.rule = rule
    self.reason = reason
  }
}
