import Cairn

/// The parts of an event that Amplitude's own SDK recorded, and that reach Amplitude as they were.
///
/// `CairnMigration` keeps them in the event's context, under `amplitude`.
struct AmplitudeOrigin {
  private static let fieldNames: Set<String> = [
    "event_id", "price", "quantity", "revenue", "productId", "product_id", "revenueType",
    "revenue_type", "currency", "plan", "ingestion_metadata", "partner_id",
  ]

  private let own: [String: Value]
  private let event: DecodedEvent

  /// Returns nil for an event that another SDK recorded.
  init?(_ event: DecodedEvent) {
    let own = event.context["amplitude"]?.objectValue
    let library = event.context("library", "name")?.stringValue ?? ""
    guard own != nil || library.hasPrefix("amplitude-") else { return nil }
    self.own = own ?? [:]
    self.event = event
  }

  /// The fields that Cairn's own events do not have, or not with the same meaning.
  var fields: [String: Value] {
    var fields = own.filter { Self.fieldNames.contains($0.key) }
    fields["session_id"] = event.context["sessionId"]
    fields["groups"] = event.context["groups"]
    fields["platform"] = event.context("device", "type")
    fields["device_brand"] = event.context("device", "brand")
    fields["idfv"] = event.context("device", "id")
    fields["idfa"] = event.context("device", "advertisingId")
    fields["carrier"] = event.context("network", "carrier")
    for name in ["country", "region", "city", "dma"] {
      fields[name] = event.context("location", name)
    }
    fields["location_lat"] = event.context("location", "latitude")
    fields["location_lng"] = event.context("location", "longitude")
    fields["ip"] = event.context["ip"]
    return fields
  }

  /// The groups of a group event that has several.
  var groups: [String: Value]? { own["groups"]?.objectValue }

  /// Whether the event sets properties of a group, and does not make the user a member.
  var isGroupIdentify: Bool { own["event_type"] == "$groupidentify" }

  /// Returns the operations on the properties of a user or a group, by their names at Amplitude.
  ///
  /// The traits are the values of `$set`, those of `$setOnce`, and null for `$unset`.
  func operations(_ fit: ([String: Value]) -> [String: Value]) -> [String: Value] {
    var operations = own["operations"]?.objectValue ?? [:]
    let once = operations["$setOnce"]?.objectValue ?? [:]
    let unset = event.properties.filter { $0.value == .null }
    let set = event.properties.filter { $0.value != .null && once[$0.key] != $0.value }
    if !unset.isEmpty { operations["$unset"] = .object(unset.mapValues { _ in "-" }) }
    if !set.isEmpty { operations["$set"] = .object(set) }
    return operations.mapValues { value in
      if case .object(let members) = value { .object(fit(members)) } else { value }
    }
  }
}
