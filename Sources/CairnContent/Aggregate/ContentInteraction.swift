public import Cairn
import Foundation

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
    guard event.kind == .interaction,
      let stored = try? JSONDecoder().decode(Stored.self, from: Data(event.json)),
      let subject = stored.subject
    else { return nil }
    let type = stored.properties.type.flatMap(InteractionType.init(rawValue:))
    guard (type == nil) == Self.isExposure(stored.event) else { return nil }
    let group = ContentGroup(
      subject, location: stored.properties.location, anonymousID: stored.anonymousId,
      userID: stored.userId)
    self.init(
      event: event.id, milliseconds: event.milliseconds, type: type, group: group,
      extras: stored.properties.extras?.mapValues(\.value),
      assets: stored.properties.assets ?? [],
      measures: stored.properties.measures.map(ContentMeasures.init))
  }

  private struct Stored: Decodable {
    var event: String
    var anonymousId: String
    var userId: String?
    var properties: Properties

    var subject: ContentSubject? {
      let name = isExposure(event) ? String(event.dropLast(exposure.count)) : event
      return ContentSubject(name: name, key: properties.key)
    }
  }

  private struct Properties: Decodable {
    var key: String
    var type: String?
    var location: String?
    var extras: [String: JSONValue]?
    var assets: [String]?
    var measures: ContentMeasures.Stored?
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
