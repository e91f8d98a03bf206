/// An event whose name and properties are defined by a type, so that they cannot be misspelt.
///
/// An `Encodable` type needs only the name; its properties are what it encodes.
///
/// ```swift
/// struct OrderCompleted: TypedEvent, Encodable {
///   static let name = "Order Completed"
///   var orderID: String
///   var total: Decimal
/// }
///
/// analytics.track(OrderCompleted(orderID: "A-1", total: 39.95))
/// ```
///
/// `cairnctl plan generate` creates such types from a tracking plan.
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
    guard let properties = properties(of: event) else { return nil }
    return Event.kind == .screen ? screen(Event.name, properties) : track(Event.name, properties)
  }

  /// Records that the user saw a screen.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The event's identifier, as `track` does.
  @discardableResult
  public func screen<Screen: TypedScreen>(_ screen: Screen) -> EventID? { track(screen) }

  /// Records an event as `track` does, and returns when it survives a loss of power.
  ///
  /// - Parameter event: The event.
  /// - Returns: The receipt, with the position of the stored event.
  /// - Throws: `AnalyticsError`, as `record` with a name does.
  @discardableResult
  public func record<Event: TypedEvent>(_ event: Event) async throws -> Receipt {
    guard let properties = properties(of: event) else {
      throw AnalyticsError(.refused, .refused(.notEncodable))
    }
    return try await record(Event.kind == .screen ? .screen : .track, Event.name, properties)
  }
}

/// A typed event for a screen that the user saw; its name is the screen's.
public protocol TypedScreen: TypedEvent {}

extension TypedScreen {
  /// The kind `screen`.
  public static var kind: EventKind { .screen }
}
