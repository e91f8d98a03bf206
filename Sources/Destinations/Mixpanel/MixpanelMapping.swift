import Cairn
import Foundation

/// Maps events to Mixpanel's records, at most one for each of its APIs.
struct MixpanelMapping {
  /// Mixpanel's documented limits: fewer than 255 of each.
  static let limits = PropertyLimits(members: 254, textLength: 255, elements: 254, depth: 3)
  /// The maximum size of a record, in bytes.
  private static let maximumBytes = 1_000_000
  /// Placeholder IDs, which Mixpanel rejects.
  static let bannedIDs: Set = [
    "", "-1", "0", "00000000-0000-0000-0000-000000000000", "<nil>", "[]", "anon", "anonymous",
    "false", "lmy47d", "n/a", "na", "nil", "none", "null", "true", "undefined", "unknown", "{}",
  ]
  private static let reserved: Set = ["$identify", "$create_alias", "$merge"]

  let groupType: String
  let geolocates: Bool
  /// Counts an adjustment, such as a text that was cut.
  let count: (String) -> Void

  /// Returns the records of an event, by the names of `MixpanelPart.Route`.
  func item(_ event: DecodedEvent) throws(DeliveryRejection) -> Value {
    let identity = try MixpanelIdentity(event, count)
    let origin = MixpanelOrigin(event)
    let records =
      if let operation = origin?.operation {
        try change(operation, event, identity)
      } else {
        try self.records(event, identity, origin)
      }
    let item = Value.object(records)
    guard item.json.count < Self.maximumBytes else { throw "too large for Mixpanel" }
    return item
  }

  private func records(
    _ event: DecodedEvent, _ identity: MixpanelIdentity, _ origin: MixpanelOrigin?
  ) throws(DeliveryRejection) -> [String: Value] {
    var records: [String: Value] = [:]
    switch event.kind {
    case .track, .screen, .interaction: records["event"] = try named(event, identity, origin)
    case .identify:
      records["event"] = self.event("$identify", event, identity.fields, identity.link)
      records["user"] = profile(identity, ["$set": event.properties], event)
    case .alias:
      records["event"] = self.event("$create_alias", event, try identity.alias(event), [:])
    case .group:
      let group = Value.string(try MixpanelIdentity.checked(event.name))
      let type = event.groupType ?? groupType
      records["user"] = profile(identity, ["$union": [type: [group]]], event)
      if !event.properties.isEmpty { records["group"] = self.group(group, type, event.properties) }
    }
    return records
  }

  private func named(
    _ event: DecodedEvent, _ identity: MixpanelIdentity, _ origin: MixpanelOrigin?
  ) throws(DeliveryRejection) -> Value {
    guard !Self.reserved.contains(event.name) else {
      throw "\(event.name) is Mixpanel's own; identify and alias send it"
    }
    // The names in an event of Mixpanel's own SDK are Mixpanel's.
    let names = MixpanelNames(event, translates: origin == nil)
    return self.event(names.name, event, identity.fields, names.properties)
  }

  /// Returns an event record.
  ///
  /// Mixpanel's own properties take precedence over those with the same name.
  private func event(
    _ name: String, _ event: DecodedEvent, _ identity: [String: Value],
    _ properties: [String: Value]
  ) -> Value {
    var own = MixpanelContext(event).fields.merging(identity) { $1 }
    if let origin = MixpanelOrigin(event) { own.merge(origin.fields) { $1 } }
    own["time"] = event.milliseconds.propertyValue
    own["$insert_id"] = .string(Self.insertID(event))
    if !geolocates, properties["ip"] == nil { own["ip"] = .int(0) }
    own.merge(event.groups(untyped: groupType).mapValues(Value.string)) { own, _ in own }
    let others = properties.filter { name, _ in
      guard own[name] != nil || name == "token" else { return true }
      count("property with a name of Mixpanel's own left out")
      return false
    }
    var limits = Self.limits
    limits.members -= own.count + 1
    let fitted = limits.fit(event.linkParameters.merging(others) { $1 }, count: count)
    let short = PropertyLimits.cut(name, to: Self.limits.textLength)
    if short != name { count("event name cut to \(Self.limits.textLength) characters") }
    return [
      "event": .string(short), "properties": .object(own.merging(fitted) { first, _ in first }),
    ]
  }

  /// Returns the identifier that Mixpanel deduplicates on: at most 36 ASCII letters, digits and
  /// hyphens.
  private static func insertID(_ event: DecodedEvent) -> String {
    let isValid =
      event.messageID.utf8.count <= 36
      && event.messageID.allSatisfy { character in
        character.isASCII && (character.isLetter || character.isNumber) || character == "-"
      }
    return isValid ? event.messageID : event.id.description
  }

  /// Returns the record of a change to a profile that Mixpanel's own SDK stored.
  private func change(
    _ operation: (name: String, operand: Value), _ event: DecodedEvent,
    _ identity: MixpanelIdentity
  ) throws(DeliveryRejection) -> [String: Value] {
    var operand = operation.operand
    if case .object(let members) = operand {
      operand = .object(Self.limits.fit(members, count: count))
    }
    guard event.kind == .group else {
      var record = person(identity, event)
      record[operation.name] = operand
      return ["user": .object(record)]
    }
    return [
      "group": [
        "$group_key": .string(event.groupType ?? groupType),
        "$group_id": .string(try MixpanelIdentity.checked(event.name)), operation.name: operand,
      ]
    ]
  }

  private func group(_ id: Value, _ type: String, _ traits: [String: Value]) -> Value {
    [
      "$group_key": .string(type), "$group_id": id,
      "$set": .object(Self.limits.fit(traits, count: count)),
    ]
  }

  /// Returns a profile record; nil if it would change nothing.
  private func profile(
    _ identity: MixpanelIdentity, _ change: [String: [String: Value]], _ event: DecodedEvent
  ) -> Value? {
    let changes = change.filter { !$0.value.isEmpty }
      .mapValues { Value.object(Self.limits.fit($0, count: count)) }
    guard !changes.isEmpty else { return nil }
    return .object(person(identity, event).merging(changes) { $1 })
  }

  private func person(_ identity: MixpanelIdentity, _ event: DecodedEvent) -> [String: Value] {
    [
      "$distinct_id": .string(identity.distinctID),
      "$time": .double(Double(event.milliseconds) / 1_000),
    ]
  }
}
