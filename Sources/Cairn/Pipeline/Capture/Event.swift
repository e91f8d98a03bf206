/// A call as it was made, on its way into the journal: what an `Enricher` may change.
public struct Event: Sendable {
  /// What the call was.
  public let kind: EventKind
  /// The event's or the screen's name, the new user's or the group's identifier, as its kind says.
  public var name: String
  /// What the caller said about it: properties of `track` and `screen`, traits of `identify` and `group`.
  public var properties: [String: Value]
  /// What holds around this one event, beyond the context that holds for the whole app.
  ///
  /// Empty by default.
  public var context: [String: Value] = [:]
  /// The user, once identified.
  ///
  /// Nil leaves the field out.
  public var userID: String?
  /// The installation, or whoever uses it until identified.
  public var anonymousID: String
  /// Milliseconds since 1970 at which the call was made.
  public var milliseconds: Int64
  /// The identifier that an `alias` replaces.
  package var previousID: String?
  /// The campaign that brought the user, from this event on.
  package var campaign: [String: String]?
  /// What the event reports, if it is a report of one of the SDK's own products.
  package private(set) var report: OwnReport?

  /// What the log may call it: no user's or group's identifier.
  package var label: String { kind.label(of: name) }

  package init(
    _ kind: EventKind, name: String, properties: [String: Value], identity: Identity,
    milliseconds: Int64
  ) {
    self.kind = kind
    self.name = name
    self.properties = properties
    userID = identity.userID
    anonymousID = identity.anonymousID
    self.milliseconds = milliseconds
  }

  package init(_ report: OwnReport, identity: Identity, milliseconds: Int64) {
    self.init(
      .track, name: report.name.rawValue, properties: report.properties, identity: identity,
      milliseconds: milliseconds)
    self.report = report
  }

  /// Lets somebody change the event; what it reports stays as it is.
  ///
  /// Another event may have been put in its place.
  @inline(__always)
  mutating func keepingReport(_ change: (inout Event) -> Void) {
    let report = self.report
    change(&self)
    self.report = report
    report?.restore(in: &self)
  }
}
