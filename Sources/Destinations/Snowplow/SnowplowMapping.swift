import Cairn

/// Maps events to Snowplow's payloads, in which every value is a string.
struct SnowplowMapping: Sendable {
  /// The maximum size of a payload, in bytes, without the time of sending.
  ///
  /// The collector responds to a larger one with 200, but discards it.
  static let maximumBytes = 1_048_576 - 64

  let appID: String
  let namespace: String
  let platform: String?
  let schemas: SnowplowSchemas

  /// Returns the payload of an event; `count` is called for each part that is left out.
  func payload(of event: DecodedEvent, count: (String) -> Void) throws(DeliveryRejection) -> Value {
    if let origin = SnowplowOrigin(event) {
      return try Self.checked(try fields(of: event, count: count).merging(origin.fields) { $1 })
    }
    let subject = try SnowplowSubject(event, schemas, count: count)
    var payload = try fields(of: event, count: count)
    payload["url"] = Self.short(subject.url, 4_096, "link", count)
    payload["refr"] = Self.short(subject.referrer, 4_096, "referrer", count)
    payload["ue_pr"] = SnowplowSchema.event.describing(subject.described)
    var entities = SnowplowEntities.all(of: event, schemas, count: count) + subject.entities
    if !subject.rest.isEmpty {
      if let schema = schemas.properties {
        entities.append(.described(.object(subject.rest), by: schema))
      } else {
        count("properties left out that Snowplow's schema does not have")
      }
    }
    if !entities.isEmpty { payload["co"] = SnowplowSchema.entities.describing(.array(entities)) }
    return try Self.checked(payload)
  }

  private static func checked(_ payload: [String: Value]) throws(DeliveryRejection) -> Value {
    guard fits(payload) else { throw "larger than the collector accepts" }
    return .object(payload)
  }

  /// Returns whether the payload fits.
  ///
  /// A string has at most six times its bytes in JSON, so few payloads have to be encoded to find
  /// out.
  private static func fits(_ payload: [String: Value]) -> Bool {
    let bytes = payload.values.reduce(1_024) { $0 + ($1.stringValue?.utf8.count ?? 0) * 6 }
    return bytes <= maximumBytes || Value.object(payload).json.count <= maximumBytes
  }

  private func fields(
    of event: DecodedEvent, count: (String) -> Void
  ) throws(DeliveryRejection) -> [String: Value] {
    // A truncated ID could belong to another user.
    if let user = event.userID, Self.length(user) > 255 {
      throw "the user's identifier is longer than 255 characters"
    }
    var fields: [String: Value] = [
      "e": "ue", "eid": .string(Self.eventID(event)), "aid": .string(appID),
      "tna": .string(namespace), "tv": .string(Self.tracker(event)),
      "p": .string(platform ?? Self.platform(event)), "dtm": .string(String(event.milliseconds)),
    ]
    fields["uid"] = event.userID.map(Value.string)
    fields["duid"] = Self.short(event.anonymousID, 128, "anonymous identifier", count)
    fields["lang"] = Self.short(event.context["locale"]?.stringValue, 255, "locale", count)
    fields["tz"] = Self.short(event.context["timezone"]?.stringValue, 255, "time zone", count)
    if let width = event.context("screen", "width")?.intValue,
      let height = event.context("screen", "height")?.intValue
    {
      fields["res"] = .string("\(width)x\(height)")
    }
    return fields
  }

  /// Returns the identifier of the event; the pipeline accepts only a UUID.
  private static func eventID(_ event: DecodedEvent) -> String {
    EventID(event.messageID) == nil ? event.id.description : event.messageID
  }

  private static func short(
    _ text: String?, _ most: Int, _ what: String, _ count: (String) -> Void
  ) -> Value? {
    guard let text else { return nil }
    guard length(text) <= most else {
      count("\(what) left out that is longer than \(most) characters")
      return nil
    }
    return .string(text)
  }

  /// Returns the length in UTF-16 code units, as the pipeline counts, which runs on Java.
  ///
  /// A family emoji can have eleven of them.
  private static func length(_ text: String) -> Int { text.utf16.count }

  private static func tracker(_ event: DecodedEvent) -> String {
    let name = event.context("library", "name")?.stringValue ?? "cairn"
    let version = event.context("library", "version")?.stringValue
    let tracker = [name, version].compactMap(\.self).joined(separator: "-")
    // A Unicode scalar has at most two UTF-16 code units.
    return length(tracker) <= 100 ? tracker : PropertyLimits.cut(tracker, to: 50)
  }

  /// Returns one of Snowplow's platform codes.
  private static func platform(_ event: DecodedEvent) -> String {
    switch event.context("device", "type")?.stringValue {
    case "phone", "tablet", "watch": "mob"
    case "desktop": "pc"
    case "tv": "tv"
    case "headset": "headset"
    case "server": "srv"
    default: "app"
    }
  }
}
