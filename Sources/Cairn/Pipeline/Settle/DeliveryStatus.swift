/// What became of one event: at each destination, and in all.
public struct DeliveryStatus: Hashable, Sendable {
  /// The destinations at work, by name.
  ///
  /// One of which nothing is known is not in it: the event left the journal before this destination joined, or it has
  /// settled more than 4 096 others since.
  public let destinations: [String: DeliveryState]

  /// All of them in one word: `pending` as long as any destination still has it; then the first of `dropped`, `damaged`,
  /// `deadLettered`, `settled`, `delivered`, `filtered` that any of them says.
  ///
  /// So `delivered` means that every destination that wants the event has it.
  public var state: DeliveryState {
    destinations.values.max { $0.weight < $1.weight } ?? .pending
  }

  package init(destinations: [String: DeliveryState]) { self.destinations = destinations }
}
