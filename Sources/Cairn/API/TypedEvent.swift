/// An event whose name and properties are defined by a type, so that they cannot be misspelt.
///
/// `cairnctl plan generate` creates such types from a tracking plan.
///
/// ```swift
/// analytics.track(OrderCompleted(orderID: "A-1", total: 39.95))
/// ```
public protocol TypedEvent: Sendable {
  /// The event's name.
  static var name: String { get }

  /// The kind of the call: `track`, or `screen` for a `TypedScreen`.
  ///
  /// The protocols provide it; any value other than `screen` is treated as `track`.
  static var kind: EventKind { get }

  /// The event's properties.
  var properties: [String: Value] { get }
}

extension TypedEvent {
  /// The kind `track`.
  public static var kind: EventKind { .track }
}

extension Analytics {
  /// Records an event, or, for a `TypedScreen`, that the user saw a screen.
  ///
  /// - Parameter event: The event.
  /// - Returns: The event's identifier, for `delivery(of:)`; nil when the event was refused. The
  ///   refusal is counted.
  @discardableResult
  public func track<Event: TypedEvent>(_ event: Event) -> EventID? {
    Event.kind == .screen
      ? screen(Event.name, event.properties) : track(Event.name, event.properties)
  }

  /// Records an event as `track` does, and returns when it survives a loss of power.
  ///
  /// - Parameter event: The event.
  /// - Returns: The receipt, with the position of the stored event.
  /// - Throws: `AnalyticsError`, as `record` with a name does.
  @discardableResult
  public func record<Event: TypedEvent>(_ event: Event) async throws -> Receipt {
    try await record(Event.kind == .screen ? .screen : .track, Event.name, event.properties)
  }
}

/// A typed event for a screen that the user saw; its name is the screen's.
public protocol TypedScreen: TypedEvent {}

extension TypedScreen {
  /// The kind `screen`.
  public static var kind: EventKind { .screen }
}
