import Cairn

/// Encodes an event as a log record.
enum OTLPRecord {
  static func value(of event: DecodedEvent, in origin: OTLPResource.Origin) -> Value {
    let time = Value.string("\(event.milliseconds)000000")
    return [
      "timeUnixNano": time, "observedTimeUnixNano": time,
      "severityNumber": 9, "severityText": "INFO",
      "eventName": .string(name(of: event)), "body": OTLPValue.any(.object(event.properties)),
      "attributes": OTLPValue.attributes(attributes(of: event, in: origin)),
    ]
  }

  /// Returns the name: that of the semantic conventions for session events, otherwise the app's.
  private static func name(of event: DecodedEvent) -> String {
    switch (event.kind, event.name) {
    case (.track, "Session Started"): "session.start"
    case (.track, "Session Ended"): "session.end"
    case (.track, _), (.interaction, _): event.name
    default: event.kind.name
    }
  }

  private static func attributes(
    of event: DecodedEvent, in origin: OTLPResource.Origin
  ) -> [String: Value] {
    var attributes = context(of: event, in: origin)
    attributes["event.id"] = .string(event.messageID)
    attributes["enduser.pseudo.id"] = .string(event.anonymousID)
    attributes["user.id"] = event.userID.map(Value.string)
    switch event.kind {
    case .screen: attributes["app.screen.name"] = .string(event.name)
    case .group: attributes["group.id"] = .string(event.name)
    case .alias:
      attributes["user.previous_id"] = .string(event.previousID ?? event.anonymousID)
    case .track, .identify, .interaction: break
    }
    return attributes
  }

  /// Returns the context that the resource does not contain, such as `context.campaign.source`.
  ///
  /// The session has the name of the semantic conventions, and the group that of group events.
  private static func context(
    of event: DecodedEvent, in origin: OTLPResource.Origin
  ) -> [String: Value] {
    var attributes: [String: Value] = [:]
    for (name, value) in event.context where origin.context[name] != value {
      add(value, "context.\(name)", to: &attributes)
    }
    attributes["session.id"] = attributes.removeValue(forKey: "context.session.id")
    attributes["group.id"] = attributes.removeValue(forKey: "context.groupId")
    return attributes
  }

  private static func add(_ value: Value, _ path: String, to attributes: inout [String: Value]) {
    guard case .object(let members) = value else { return attributes[path] = value }
    for (name, value) in members { add(value, "\(path).\(name)", to: &attributes) }
  }
}
