/// An event whose name and properties are a type's, so that they cannot be misspelt.
///
/// `cairnctl plan generate` makes such types from a tracking plan.
///
/// ```swift
/// analytics.track(OrderCompleted(orderID: "A-1", total: 39.95))
/// ```
public protocol TypedEvent: Sendable {
  /// The event's name.
  static var name: String { get }

  /// What the call is: `track`, or `screen` for a `TypedScreen`.
  ///
  /// Given by the protocols; anything but `screen` is taken as `track`.
  static var kind: EventKind { get }

  /// What the event says.
  var properties: [String: Value] { get }
}

extension TypedEvent {
  /// `track`.
  public static var kind: EventKind { .track }
}

extension Analytics {
  /// Records that something happened, or, for a `TypedScreen`, that somebody saw a screen.
  ///
  /// - Parameter event: The event.
  /// - Returns: The event's identifier, for `delivery(of:)`; nil when it was refused, which is counted.
  @discardableResult
  public func track<Event: TypedEvent>(_ event: Event) -> EventID? {
    Event.kind == .screen
      ? screen(Event.name, event.properties) : track(Event.name, event.properties)
  }

  /// Records as `track` does, and returns when it is safe against a loss of power.
  ///
  /// - Parameter event: The event.
  /// - Returns: Where the event is stored.
  /// - Throws: `AnalyticsError`, as `record` with a name does.
  @discardableResult
  public func record<Event: TypedEvent>(_ event: Event) async throws -> Receipt {
    try await record(Event.kind == .screen ? .screen : .track, Event.name, event.properties)
  }
}
