import Cairn
import Foundation

/// The self-describing JSON of an event, and the properties that it cannot hold.
struct SnowplowSubject {
  let described: Value
  /// Entities of the event itself.
  private(set) var entities: [Value] = []
  /// Properties that the schema does not contain.
  private(set) var rest: [String: Value] = [:]
  private(set) var url: String?
  private(set) var referrer: String?

  /// Makes the subject; `count` is called for each part that is left out.
  init(
    _ event: DecodedEvent, _ schemas: SnowplowSchemas, count: (String) -> Void
  ) throws(DeliveryRejection) {
    switch event.kind {
    case .track, .interaction: try self.init(track: event, schemas, count: count)
    case .screen: self.init(screen: event)
    case .identify: try self.init(event.properties, by: schemas.own("identify"))
    case .group:
      let members = event.properties.merging(["group_id": .string(event.name)]) { $1 }
      try self.init(members, by: schemas.own("group"))
    case .alias:
      try self.init(
        ["previous_id": .string(event.previousID ?? event.anonymousID)], by: schemas.own("alias"))
    }
  }

  private init(_ data: [String: Value], by schema: String) {
    described = .described(.object(data), by: schema)
  }

  private init(_ action: SnowplowAction) {
    described = action.described
    entities = action.entities
    rest = action.rest
  }

  private init(
    track event: DecodedEvent, _ schemas: SnowplowSchemas, count: (String) -> Void
  ) throws(DeliveryRejection) {
    if let schema = schemas.given(event.name) {
      self.init(event.properties, by: schema)
    } else if let known = Self.known[event.name] {
      self.init(event, known)
    } else if let commerce = schemas.commerce,
      let action = SnowplowAction(event, commerce, count: count)
    {
      self.init(action)
    } else {
      try self.init(event.properties, by: schemas.own(event.name))
    }
  }

  /// Makes the subject of a screen event.
  ///
  /// Properties with the names that Snowplow's trackers use are included, if they are strings.
  private init(screen event: DecodedEvent) {
    let places = ["type", "previousName", "previousId", "previousType", "transitionType"]
    let texts = event.properties.filter { name, value in
      guard let text = value.stringValue else { return false }
      // The schema requires a UUID; any other value would make the whole event a failed event.
      return places.contains(name) && (name != "previousId" || UUID(uuidString: text) != nil)
    }
    let own: [String: Value] = [
      "name": .string(event.name), "id": .string(event.id.description),
    ]
    self.init(texts.merging(own) { $1 }, by: SnowplowSchema.screen.rawValue)
    rest = event.properties.filter { texts[$0.key] == nil }
  }

  private init(_ event: DecodedEvent, _ known: Known) {
    self.init(
      event.properties.filter { known.places.contains($0.key) }, by: known.schema.rawValue)
    rest = event.properties.filter {
      !known.places.contains($0.key) && !known.elsewhere.contains($0.key)
    }
    url = event.properties["url"]?.stringValue
    referrer =
      (event.properties["referrer"] ?? event.properties["referring_application"])?.stringValue
  }

  /// An event of the SDK for which Snowplow has a schema.
  private struct Known {
    var schema: SnowplowSchema
    /// Properties that the schema contains.
    var places: Set<String> = []
    /// Properties that other parts of the payload contain.
    var elsewhere: Set<String> = []
  }

  private static let known: [String: Known] = [
    "Application Installed": Known(schema: .installed, elsewhere: ["version", "build"]),
    "Application Opened": Known(
      schema: .opened, elsewhere: ["version", "build", "url", "referring_application"]),
    "Application Backgrounded": Known(schema: .backgrounded, elsewhere: ["version", "build"]),
    "Deep Link Opened": Known(
      schema: .link, places: ["url", "referrer"], elsewhere: ["scheme", "host", "path", "query"]),
  ]
}
