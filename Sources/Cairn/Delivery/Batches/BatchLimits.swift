/// The limits of a batch for a destination.
public struct BatchLimits: Hashable, Sendable {
  /// The maximum number of events in a batch.
  ///
  /// At least 1. The default is 500.
  public var events: Int
  /// The maximum number of bytes of the events' JSON in a batch, before compression.
  ///
  /// A single event that is longer is sent alone. The default is 475 000, the limit that Segment's
  /// own clients use.
  public var bytes: Int

  /// Creates limits; values below 1 become 1.
  public init(events: Int = 500, bytes: Int = 475_000) {
    self.events = max(1, events)
    self.bytes = max(1, bytes)
  }
}
