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
    if geolocates { base["ip"] = "$remote" }
    let groups = event.groups(untyped: groupType)
    if !groups.isEmpty { base["groups"] = .object(groups.mapValues(Value.string)) }
    let origin = AmplitudeOrigin(event)
    if let origin { base.merge(origin.fields) { $1 } }
    switch event.kind {
    case .track, .screen, .interaction: return .object(try named(event, base, origin))
    case .identify: return .object(user(set(event.properties, origin), base))
    case .alias: return .object(user([:], base))
    case .group: return try group(event, base, origin)
    }
  }

  /// Returns the operations that set these traits, or the ones that Amplitude's SDK recorded.
  private func set(_ traits: [String: Value], _ origin: AmplitudeOrigin?) -> [String: Value] {
    if let origin { return origin.operations(fit) }
    return traits.isEmpty ? [:] : ["$set": .object(fit(traits))]
  }

  private func named(
    _ event: DecodedEvent, _ base: [String: Value], _ origin: AmplitudeOrigin?
  ) throws(DeliveryRejection) -> [String: Value] {
    // The names in an event of Amplitude's own SDK are Amplitude's.
    let translation = AmplitudeNames(event, translates: origin == nil)
    guard ![Self.identify, Self.groupIdentify].contains(translation.name) else {
      throw "\(translation.name) is Amplitude's own; identify and group send it"
    }
    var fields = base
    if origin == nil { fields.merge(AmplitudeRevenue.fields(event)) { $1 } }
    fields["event_type"] = .string(cut(translation.name, "event name"))
    let properties = event.linkParameters.merging(translation.properties) { $1 }
    if !properties.isEmpty { fields["event_properties"] = .object(fit(properties)) }
    return fields
  }

  private func user(_ operations: [String: Value], _ base: [String: Value]) -> [String: Value] {
    var fields = base
    fields["event_type"] = .string(Self.identify)
    if !operations.isEmpty { fields["user_properties"] = .object(operations) }
    return fields
  }

  /// Returns the membership of the user and, as a separate event, the traits of the group.
  private func group(
    _ event: DecodedEvent, _ base: [String: Value], _ origin: AmplitudeOrigin?
  ) throws(DeliveryRejection) -> Value {
    let one = [event.groupType ?? groupType: Value.string(try id(event.name))]
    let group = origin?.groups ?? one
    var traits = base
    traits["event_type"] = .string(Self.groupIdentify)
    traits["groups"] = .object(group)
    let operations = set(event.properties, origin)
    if !operations.isEmpty { traits["group_properties"] = .object(operations) }
    if origin?.isGroupIdentify == true { return .object(traits) }
    var member = user(["$set": .object(fit(group))], base)
    member["groups"] = .object(group)
    guard !operations.isEmpty else { return .object(member) }
    traits["insert_id"] = .string("\(event.messageID)-group")
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
