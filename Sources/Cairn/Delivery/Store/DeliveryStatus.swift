/// The delivery status of an event: its state at each destination, and overall.
public struct DeliveryStatus: Hashable, Sendable {
  /// The states at the active destinations, by name.
  ///
  /// A destination for which nothing is known is missing: the event left the journal before the
  /// destination joined, or the destination has settled more than 4 096 other events since.
  public let destinations: [String: DeliveryState]

  /// The overall state: `pending` as long as any destination has not settled the event, then the
  /// first of `dropped`, `damaged`, `deadLettered`, `settled`, `delivered` and `filtered` that any
  /// destination has.
  ///
  /// `delivered` therefore means that every destination that accepts the event has received it.
  public var state: DeliveryState {
    destinations.values.max { $0.weight < $1.weight } ?? .pending
  }

  package init(destinations: [String: DeliveryState]) { self.destinations = destinations }
}
