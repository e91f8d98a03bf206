import Cairn
import Foundation

/// Maps events to Amplitude's events.
struct AmplitudeMapping {
  /// Amplitude's documented limits.
  static let limits = PropertyLimits(members: 1_024, nameLength: 1_024, textLength: 1_024)
  /// Placeholder IDs, which Amplitude rejects.
  static let bannedIDs: Set = [
    "", "-1", "0", "00000000-0000-0000-0000-000000000000", "[]", "anonymous", "false", "lmy47d",
    "n/a", "na", "nil", "none", "null", "true", "undefined", "unknown", "unset", "{}",
  ]
  private static let identify = "$identify"
  private static let groupIdentify = "$groupidentify"

  let groupType: String
  let geolocates: Bool
  /// Counts an adjustment, such as a text that was cut.
  let count: (String) -> Void

  /// Returns the event, or a list of the two events of a `group` call with traits.
  func item(_ event: DecodedEvent) throws(DeliveryRejection) -> Value {
    var base = AmplitudeContext(event).fields
    base["insert_id"] = .string(event.messageID)
    base["time"] = event.milliseconds.propertyValue
    base["device_id"] = .string(try id(event.anonymousID))
    if let user = event.userID { base["user_id"] = try userID(user) }
    if event.sequence > 0 { base["event_id"] = .int(event.sequence) }
    if let session = event.session { base["session_id"] = session.milliseconds.propertyValue }
    // An event that Amplitude's own SDK has recorded keeps its session and its number.
    if let own = event.context["amplitude"] {
      base["session_id"] = event.context["sessionId"]
      base["event_id"] = own["event_id"]
    }
    if geolocates { base["ip"] = "$remote" }
    let groups = event.groups(untyped: groupType)
    if !groups.isEmpty { base["groups"] = .object(groups.mapValues(Value.string)) }
    switch event.kind {
    case .track, .screen, .interaction: return .object(try named(event, base))
    case .identify: return .object(user(event.properties, base))
    case .alias: return .object(user([:], base))
    case .group: return try group(event, base)
    }
  }

  private func named(
    _ event: DecodedEvent, _ base: [String: Value]
  ) throws(DeliveryRejection) -> [String: Value] {
    let translation = AmplitudeNames(event)
    guard ![Self.identify, Self.groupIdentify].contains(translation.name) else {
      throw "\(translation.name) is Amplitude's own; identify and group send it"
    }
    var fields = base.merging(AmplitudeRevenue.fields(event)) { $1 }
    fields["event_type"] = .string(cut(translation.name, "event name"))
    let properties = event.linkParameters.merging(translation.properties) { $1 }
    if !properties.isEmpty { fields["event_properties"] = .object(fit(properties)) }
    return fields
  }

  private func user(_ traits: [String: Value], _ base: [String: Value]) -> [String: Value] {
    var fields = base
    fields["event_type"] = .string(Self.identify)
    if !traits.isEmpty { fields["user_properties"] = ["$set": .object(fit(traits))] }
    return fields
  }

  /// Returns the membership of the user and, as a separate event, the traits of the group.
  private func group(
    _ event: DecodedEvent, _ base: [String: Value]
  ) throws(DeliveryRejection) -> Value {
    let group = [event.groupType ?? groupType: Value.string(try id(event.name))]
    var member = user(group, base)
    member["groups"] = .object(group)
    guard !event.properties.isEmpty else { return .object(member) }
    var traits = base
    traits["event_type"] = .string(Self.groupIdentify)
    traits["insert_id"] = .string("\(event.messageID)-group")
    traits["groups"] = .object(group)
    traits["group_properties"] = ["$set": .object(fit(event.properties))]
    return .array([.object(member), .object(traits)])
  }

  /// Returns the user ID; nil for a placeholder, so that the event belongs to the device only.
  private func userID(_ id: String) throws(DeliveryRejection) -> Value? {
    guard !Self.bannedIDs.contains(id.lowercased()) else {
      count("placeholder user id left out")
      return nil
    }
    return .string(try self.id(id))
  }

  /// Returns the ID; throws if it is too long, because a truncated ID could belong to another user.
  private func id(_ id: String) throws(DeliveryRejection) -> String {
    guard id.unicodeScalars.count <= Self.limits.textLength else {
      throw "an identifier is longer than \(Self.limits.textLength) characters"
    }
    return id
  }

  private func fit(_ properties: [String: Value]) -> [String: Value] {
    Self.limits.fit(properties, count: count)
  }

  private func cut(_ text: String, _ what: String) -> String {
    let short = PropertyLimits.cut(text, to: Self.limits.textLength)
    if short != text { count("\(what) cut to \(Self.limits.textLength) characters") }
    return short
  }
}
