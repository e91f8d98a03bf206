public import Cairn

/// What an event is expected to be: its kind, its name and, as far as they matter, its properties.
///
/// A string literal is a `track` with that name, whatever its properties:
/// `["Cart Viewed", .screen("Checkout"), .track("Order Completed", ["total": 99])]`.
///
/// Values are compared as the server would: `99` and `99.0` are the same number, dates are the same to the millisecond,
/// and NaN is `null`.
public struct ExpectedEvent: Hashable, Sendable {
  /// What the call was.
  public var kind: EventKind
  /// The event's or the screen's name, the user's or the group's identifier, as its kind says.
  public var name: String
  /// The properties of `track` and `screen`, the traits of `identify` and `group`.
  public var properties: [String: Value]
  /// Whether the event may have other properties; by default it may.
  public var matching: PropertyMatching

  /// Makes an expectation of any kind.
  public init(
    _ kind: EventKind, _ name: String, _ properties: [String: Value] = [:],
    matching: PropertyMatching = .subset
  ) {
    self.kind = kind
    self.name = name
    self.properties = properties
    self.matching = matching
  }

  /// A call to `Analytics.track`, or to `record`.
  public static func track(
    _ name: String, _ properties: [String: Value] = [:], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    ExpectedEvent(.track, name, properties, matching: matching)
  }

  /// A call to `Analytics.screen`.
  public static func screen(
    _ name: String, _ properties: [String: Value] = [:], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    ExpectedEvent(.screen, name, properties, matching: matching)
  }

  /// A call to `Analytics.identify`.
  public static func identify(
    _ userID: String, traits: [String: Value] = [:], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    ExpectedEvent(.identify, userID, traits, matching: matching)
  }

  /// A call to `Analytics.group`.
  public static func group(
    _ groupID: String, traits: [String: Value] = [:], matching: PropertyMatching = .subset
  ) -> ExpectedEvent {
    ExpectedEvent(.group, groupID, traits, matching: matching)
  }

  /// A call to `Analytics.alias`.
  public static func alias(_ newID: String) -> ExpectedEvent { ExpectedEvent(.alias, newID) }

  /// Whether the event is as expected.
  public func matches(_ event: Event) -> Bool {
    kind == event.kind && name == event.name && differences(in: event).isEmpty
  }

  /// What differs in the properties, a line each, such as `total: 98 instead of 99`; in the order of their names.
  public func differences(in event: Event) -> [String] {
    PropertyDifferences(matching).lines(event.properties, properties)
  }
}

extension ExpectedEvent: ExpressibleByStringLiteral {
  /// Expects a `track` with this name, whatever its properties.
  public init(stringLiteral value: String) { self.init(.track, value) }
}

extension ExpectedEvent: CustomStringConvertible {
  /// One line, such as `track "Order Completed" with total: 99`.
  public var description: String {
    let subject = EventText.subject(kind, name)
    if properties.isEmpty { return matching == .exactly ? subject + " with nothing else" : subject }
    let end = matching == .exactly ? " and nothing else" : ""
    return "\(subject) with \(EventText.properties(properties))\(end)"
  }
}
