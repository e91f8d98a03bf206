public import Cairn

/// An expected event: its kind, its name and some or all of its properties.
///
/// A string literal is a `track` with that name and any properties: `["Cart Viewed",
/// .screen("Checkout"), .track("Order Completed", ["total": 99])]`.
///
/// Values are compared as the server sees them: `99` and `99.0` are the same number, dates are
/// equal to the millisecond, and NaN is `null`.
public struct ExpectedEvent: Hashable, Sendable {
  /// The kind of the call.
  public var kind: EventKind
  /// The name of the event or screen, or the identifier of the user or group, depending on the
  /// kind.
  public var name: String
  /// The properties of `track` and `screen`, or the traits of `identify` and `group`.
  public var properties: [String: Value]
  /// Whether the event may have other properties; by default it may.
  public var matching: PropertyMatching

  /// Creates an expectation of any kind.
  public init(
    _ kind: EventKind, _ name: String, _ properties: [String: Value] = [:],
    matching: PropertyMatching = .subset
  ) {
    self.kind = kind
    self.name = name
    self.properties = properties
    self.matching = matching
  }

  /// Returns the expectation of a call to `Analytics.track` or `record`.
  public static func track(
    _ name: String, _ properties: [String: Value] = [:], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    ExpectedEvent(.track, name, properties, matching: matching)
  }

  /// Returns the expectation of a call to `Analytics.screen`.
  public static func screen(
    _ name: String, _ properties: [String: Value] = [:], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    ExpectedEvent(.screen, name, properties, matching: matching)
  }

  /// Returns the expectation of a call to `Analytics.identify`.
  public static func identify(
    _ userID: String, traits: [String: Value] = [:], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    ExpectedEvent(.identify, userID, traits, matching: matching)
  }

  /// Returns the expectation of a call to `Analytics.group`.
  public static func group(
    _ groupID: String, traits: [String: Value] = [:], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    ExpectedEvent(.group, groupID, traits, matching: matching)
  }

  /// Returns the expectation of a call to `Analytics.alias`.
  public static func alias(_ newID: String) -> ExpectedEvent { ExpectedEvent(.alias, newID) }

  /// Returns whether the event is as expected.
  public func matches(_ event: Event) -> Bool {
    kind == event.kind && name == event.name && differences(in: event).isEmpty
  }

  /// Returns the differences in the properties, one line each, such as `total: 98 instead of 99`,
  /// in the order of their names.
  public func differences(in event: Event) -> [String] {
    PropertyDifferences(matching).lines(event.properties, properties)
  }
}

extension ExpectedEvent: ExpressibleByStringLiteral {
  /// Creates the expectation of a `track` with this name and any properties.
  public init(stringLiteral value: String) { self.init(.track, value) }
}

extension ExpectedEvent: CustomStringConvertible {
  /// A one-line description, such as `track "Order Completed" with total: 99`.
  public var description: String {
    let subject = EventText.subject(kind, name)
    if properties.isEmpty { return matching == .exactly ? subject + " with nothing else" : subject }
    let end = matching == .exactly ? " and nothing else" : ""
    return "\(subject) with \(EventText.properties(properties))\(end)"
  }
}

/// The properties that an expected event is compared by.
public enum PropertyMatching: Hashable, Sendable {
  /// The named properties; the event may have others, inside objects too.
  case subset
  /// All properties; the event may have no others.
  case exactly
}
