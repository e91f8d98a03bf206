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
  /// removed by a cap, are missing here. Match a server's result for an event by the event's
  /// identifier, or use `SealedItems`, but do not match it by the index in the body.
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
