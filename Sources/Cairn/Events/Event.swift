/// A recorded call before it is written to the journal; an `Enricher` can change it.
public struct Event: Sendable {
  /// The kind of call that recorded the event.
  public let kind: EventKind
  /// The event or screen name, or the identifier of the new user or the group, depending on `kind`.
  public var name: String
  /// The properties of `track` and `screen`, or the traits of `identify` and `group`.
  public var properties: [String: Value]
  /// Context of this one event, in addition to the context of the whole app.
  ///
  /// Empty by default.
  public var context: [String: Value] = [:]
  /// The user identifier; nil before the user is identified.
  ///
  /// With nil the field is left out.
  public var userID: String?
  /// The anonymous identifier of the installation.
  public var anonymousID: String
  /// The wall-clock time of the call, in milliseconds since 1970.
  public var milliseconds: Int64
  /// The identifier that an `alias` replaces.
  package var previousID: String?
  /// The parts that few events have, in one object, because every call copies an event.
  private var rare: RareParts?
  /// The report that this event carries, if it is a report of one of the SDK's own products.
  package private(set) var report: SDKReport?

  private final class RareParts: Sendable {
    let campaign: [String: String]?
    let removed: Set<String>?

    init(_ campaign: [String: String]?, _ removed: Set<String>?) {
      (self.campaign, self.removed) = (campaign, removed)
    }
  }

  /// The campaign that brought the user, which applies from this event on.
  @inline(__always)
  package var campaign: [String: String]? {
    get { rare?.campaign }
    set { rare = RareParts(newValue, rare?.removed) }
  }

  /// The super properties that `Configuration.beforeRecord` has removed from this event.
  private var removed: Set<String>? {
    get { rare?.removed }
    set { if newValue != nil || rare != nil { rare = RareParts(rare?.campaign, newValue) } }
  }

  /// The names of the super properties that this event does not have.
  @inline(__always)
  package var excluded: Set<String>? {
    guard let removed = rare?.removed else { return report?.names }
    return removed.union(report?.names ?? [])
  }

  /// Separates the event's own properties from the super properties, which are added when the event
  /// is written.
  ///
  /// - Parameters:
  ///   - registered: The super properties that the app's closure saw in this event.
  ///   - own: The event's own properties before the closure changed them.
  package mutating func separate(_ registered: [String: Value], from own: [String: Value]) {
    removed = nil
    for (name, value) in registered {
      guard let current = properties[name] else {
        removed = (removed ?? []).union([name])
        continue
      }
      if own[name] == nil, current == value { properties[name] = nil }
    }
  }

  /// A label for log lines, which contains no user or group identifier.
  package var label: String { kind.label(of: name) }

  /// Applies a change to the event and then restores the report's own members.
  ///
  /// The closure may replace the whole event.
  @inline(__always)
  mutating func keepingReport(_ change: (inout Event) -> Void) {
    let report = self.report
    change(&self)
    self.report = report
    report?.restore(in: &self)
  }
}

// In an extension, so that the compiler makes the initializer of all members: one that sets them
// one by one copies the event at its end.
extension Event {
  package init(
    _ kind: EventKind, name: String, properties: [String: Value], identity: Identity,
    milliseconds: Int64
  ) {
    self.init(
      kind: kind, name: name, properties: properties, userID: identity.userID,
      anonymousID: identity.anonymousID, milliseconds: milliseconds)
  }

  package init(_ report: SDKReport, identity: Identity, milliseconds: Int64) {
    self.init(
      .track, name: report.name.rawValue, properties: report.properties, identity: identity,
      milliseconds: milliseconds)
    self.report = report
  }
}
