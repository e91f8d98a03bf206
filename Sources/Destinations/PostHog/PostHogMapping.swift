import Cairn
import Foundation

/// Maps events to PostHog's events.
struct PostHogMapping {
  /// The maximum size of an event, in bytes; the limit of PostHog's own clients.
  private static let maximumEventBytes = 900 * 1_024
  /// The maximum length of names and IDs, in characters.
  private static let maximumCharacters = 200
  /// Placeholder IDs.
  ///
  /// `bannedIDs` is compared without regard to case, `bannedExactly` exactly.
  private static let bannedIDs: Set = [
    "", "anonymous", "guest", "distinctid", "distinct_id", "id", "not_authenticated", "email",
    "undefined", "true", "false",
  ]
  private static let bannedExactly: Set = ["[object Object]", "NaN", "None", "none", "null", "0"]
  private static let reserved: Set = ["$identify", "$create_alias", "$groupidentify"]

  let version: PostHogDestination.Version
  let groupType: String
  let profiles: PostHogDestination.Profiles
  let geolocates: Bool
  /// Counts an adjustment, such as a text that was cut.
  let count: (String) -> Void

  func item(_ event: DecodedEvent) throws(DeliveryRejection) -> Value {
    let user = try userID(event)
    var name = event.name
    var properties = event.linkParameters.merging(event.properties) { $1 }
    switch event.kind {
    case .track, .interaction:
      guard !Self.reserved.contains(name) else {
        throw "\(name) is PostHog's own; identify, alias and group send it"
      }
    case .screen:
      properties["$screen_name"] = .string(name)
      name = "$screen"
    case .identify:
      name = user == nil ? "$set" : "$identify"
      properties = changes(event)
      if user != nil { properties["$anon_distinct_id"] = .string(event.anonymousID) }
    case .group:
      name = "$groupidentify"
      properties = group(event)
    case .alias:
      return try alias(event)
    }
    let isAboutSomebody = event.kind == .identify || event.kind == .group
    return try item(
      name, event, user ?? event.anonymousID, properties,
      isIdentified: user != nil || isAboutSomebody)
  }

  /// Returns the event that adds the new ID to the person who has the previous one.
  private func alias(_ event: DecodedEvent) throws(DeliveryRejection) -> Value {
    let previous = event.previousID ?? event.anonymousID
    guard let user = try userID(event) else { throw "the new user id is a placeholder" }
    let properties: [String: Value] = ["distinct_id": .string(previous), "alias": .string(user)]
    return try item("$create_alias", event, previous, properties, isIdentified: true)
  }

  /// Returns the properties of the person that are set, and those that are only set if they are
  /// missing: `CairnMigration` keeps the latter in the context of an event of PostHog's own SDK.
  private func changes(_ event: DecodedEvent) -> [String: Value] {
    let once = event.context("posthog", "setOnce")?.objectValue ?? [:]
    var changes: [String: Value] = [
      "$set": .object(event.properties.filter { once[$0.key] != $0.value })
    ]
    if !once.isEmpty { changes["$set_once"] = .object(once) }
    return changes
  }

  private func group(_ event: DecodedEvent) -> [String: Value] {
    var properties: [String: Value] = [
      "$group_type": .string(event.groupType ?? groupType), "$group_key": .string(event.name),
    ]
    if !event.properties.isEmpty { properties["$group_set"] = .object(event.properties) }
    return properties
  }

  private func item(
    _ name: String, _ event: DecodedEvent, _ distinctID: String, _ own: [String: Value],
    isIdentified: Bool
  ) throws(DeliveryRejection) -> Value {
    let short = PropertyLimits.cut(name, to: Self.maximumCharacters)
    if short != name { count("event name cut to \(Self.maximumCharacters) characters") }
    var properties = PostHogContext(event, version).properties.merging(own) { $1 }
    if !geolocates { properties["$geoip_disable"] = true }
    let groups = event.groups(untyped: groupType)
    if !groups.isEmpty { properties["$groups"] = .object(groups.mapValues(Value.string)) }
    var fields: [String: Value] = [
      "event": .string(short), "uuid": .string(event.id.description),
      "distinct_id": .string(try checked(distinctID)), "timestamp": Self.time(event.milliseconds),
    ]
    if version == .v1 { fields["session_id"] = PostHogContext.session(event) }
    if !hasProfile(isIdentified) {
      switch version {
      case .v0: properties["$process_person_profile"] = false
      case .v1: fields["options"] = ["process_person_profile": false]
      }
    }
    fields["properties"] = .object(properties)
    let item = Value.object(fields)
    guard item.json.count <= Self.maximumEventBytes else { throw "too large for PostHog" }
    return item
  }

  private func hasProfile(_ isIdentified: Bool) -> Bool {
    switch profiles {
    case .identifiedOnly: isIdentified
    case .always: true
    case .never: false
    }
  }

  /// Returns the user ID; nil for none and for a placeholder.
  private func userID(_ event: DecodedEvent) throws(DeliveryRejection) -> String? {
    guard let id = event.userID else { return nil }
    let bare = id.trimmingCharacters(in: .whitespaces)
    guard !Self.bannedIDs.contains(bare.lowercased()), !Self.bannedExactly.contains(bare) else {
      count("placeholder user id left out")
      return nil
    }
    return try checked(id)
  }

  /// Returns the ID; throws if it is too long, because a truncated ID could belong to another user.
  private func checked(_ id: String) throws(DeliveryRejection) -> String {
    guard id.unicodeScalars.count <= Self.maximumCharacters else {
      throw "an identifier is longer than \(Self.maximumCharacters) characters"
    }
    return id
  }

  static func time(_ milliseconds: Int64) -> Value {
    .date(Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
  }
}
