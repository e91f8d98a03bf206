/// The distance of a projection behind the events.
package struct ShippingLag: Sendable, Equatable {
  /// Larger numbers are not counted: that would take long.
  package static let maxEvents = 1_000_000

  /// The number of events that are not shipped, at most `maxEvents`.
  package var events: Int
  /// The time since the oldest of them was received.
  package var seconds: Double

  package init(events: Int, seconds: Double) {
    self.events = events
    self.seconds = seconds
  }
}
