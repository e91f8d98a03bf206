public import Cairn

/// An interaction with content, decoded from an event of the journal.
public struct ContentInteraction: Hashable, Sendable {
  /// The ID of the event.
  public var event: EventID
  /// The time at which the event was recorded, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The type of the interaction; nil for an exposure event, which only holds measures.
  public var type: InteractionType?
  /// The group to which the interaction belongs: subject, location and person.
  public var group: ContentGroup
  /// The extras that the caller passed; nil if none were passed.
  public var extras: [String: Value]?
  /// The URLs of the experience's assets, as they were registered; empty for an asset.
  public var assets: [String]
  /// The measures of the exposure; nil if it was not measured.
  public var measures: ContentMeasures?

  /// Creates an interaction.
  public init(
    event: EventID, milliseconds: Int64, type: InteractionType?, group: ContentGroup,
    extras: [String: Value]? = nil, assets: [String] = [], measures: ContentMeasures? = nil
  ) {
    self.event = event
    self.milliseconds = milliseconds
    self.type = type
    self.group = group
    self.extras = extras
    self.assets = assets
    self.measures = measures
  }

  /// Decodes an interaction from an event; nil if the event is not an interaction with content.
  public init?(_ event: StoredEvent) {
    guard event.kind == .interaction, let event = DecodedEvent(event),
      let key = event.properties["key"]?.stringValue
    else { return nil }
    let measuresOnly = Self.isExposure(event.name)
    let name = measuresOnly ? String(event.name.dropLast(Self.exposure.count)) : event.name
    let type = event.properties["type"]?.stringValue.flatMap(InteractionType.init(rawValue:))
    guard let subject = ContentSubject(name: name, key: key), (type == nil) == measuresOnly else {
      return nil
    }
    let group = ContentGroup(
      subject, location: event.properties["location"]?.stringValue, anonymousID: event.anonymousID,
      userID: event.userID)
    self.init(
      event: event.id, milliseconds: event.milliseconds, type: type, group: group,
      extras: event.properties["extras"]?.whole.objectValue,
      assets: event.properties["assets"]?.arrayValue?.compactMap(\.stringValue) ?? [],
      measures: event.properties["measures"].map(ContentMeasures.init))
  }

  /// Returns the properties of an event for an interaction.
  package static func properties(
    _ subject: ContentSubject, _ type: InteractionType, _ location: String?,
    _ extras: [String: Value]?, assets: [String] = [], measures: ContentMeasures? = nil
  ) -> [String: Value] {
    var properties: [String: Value] = [
      "key": .string(subject.key), "type": .string(type.rawValue),
    ]
    if let location { properties["location"] = .string(location) }
    if let extras { properties["extras"] = .object(extras) }
    if !assets.isEmpty { properties["assets"] = .array(assets.map(Value.string)) }
    if let measures { properties["measures"] = .object(measures.stored) }
    return properties
  }
}

/// The type of an interaction with content.
public enum InteractionType: String, Hashable, Sendable, CaseIterable {
  /// The content was seen.
  case view
  /// The content was clicked or tapped.
  case click

  /// Makes a type from its name, ignoring case; nil for any other text.
  public init?(ignoringCase text: String) { self.init(rawValue: text.lowercased()) }
}
