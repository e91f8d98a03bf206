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

  /// What the event says.
  var properties: [String: Value] { get }
}

extension Analytics {
  /// Records that something happened, or, if its type is a `TypedScreen`, that somebody saw a screen.
  ///
  /// - Parameter event: The event.
  /// - Returns: The event's identifier, for `delivery(of:)`; nil when it was refused, which is counted.
  @discardableResult
  public func track<Event: TypedEvent>(_ event: Event) -> EventID? {
    event is any TypedScreen
      ? screen(Event.name, event.properties) : track(Event.name, event.properties)
  }
}
