public import Cairn

/// One interaction, as it lies in the journal.
public struct ContentInteraction: Hashable, Sendable {
  /// The identifier of its event.
  public var event: EventID
  /// Milliseconds since 1970 at which it was recorded.
  public var milliseconds: Int64
  /// What was done; nil when it only measures what was viewed before.
  public var type: InteractionType?
  /// With what, where, and by whom.
  public var group: ContentGroup
  /// What the caller said about it; nil when nothing was given.
  public var extras: [String: Value]?
  /// The assets of the experience, as they were registered.
  public var assets: [String]
  /// How long and how much of it was seen; nil when that was not measured.
  public var measures: ContentMeasures?

  /// Makes one.
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

  /// Reads an event; nil when it is no interaction with content.
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

  /// What an event of this interaction holds.
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
