public import Foundation

/// Events that are delivered together, with one key and one body.
///
/// A batch is sealed before it is first sent. The same key always stands for the same events and
/// the same body, even after a crash.
public struct Batch: Sendable {
  /// The idempotency key, which is the same for every attempt.
  public let key: UUID
  /// The events, in the order in which they were recorded.
  ///
  /// The body may contain more events: those whose records were damaged after it was sealed, or
  /// removed by a limit, are missing here. Match a server's result for an event by the event's
  /// identifier, or use `MappedBatch`, but do not match it by the index in the body.
  public let events: [StoredEvent]
  /// The body that `Destination.seal` returned.
  public let body: [UInt8]
  /// The number of earlier attempts to send this batch; 0 for the first one.
  public let attempt: Int
  /// The current wall-clock time in milliseconds since 1970, for protocols that include the time of
  /// sending.
  public let milliseconds: Int64

  package init(
    key: UUID, events: [StoredEvent], body: [UInt8], attempt: Int, milliseconds: Int64
  ) {
    self.key = key
    self.events = events
    self.body = body
    self.attempt = attempt
    self.milliseconds = milliseconds
  }
}

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

extension Batch {
  /// The time at which the batch is delivered.
  package var time: WallTime { WallTime(milliseconds: milliseconds) }
}
