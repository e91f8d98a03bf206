/// How much a destination takes at once.
public struct BatchLimits: Hashable, Sendable {
  /// The most events in a batch.
  ///
  /// At least 1. The default is 500.
  public var events: Int
  /// The most bytes of the events' JSON in a batch, before compression; a single event that is
  /// longer goes alone.
  ///
  /// The default is 475 000, where Segment's own clients cut.
  public var bytes: Int

  /// Makes limits; values below 1 become 1.
  public init(events: Int = 500, bytes: Int = 475_000) {
    self.events = max(1, events)
    self.bytes = max(1, bytes)
  }
}
