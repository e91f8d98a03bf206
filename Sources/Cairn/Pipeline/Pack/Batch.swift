public import Foundation

/// Events that are delivered together, under one key, with one body.
///
/// A batch is sealed before it is first sent: the same key always comes with the same events and the same body, also
/// after a crash.
public struct Batch: Sendable {
  /// The idempotency key: on a resend the same.
  public let key: UUID
  /// The events, in the order in which they were recorded.
  ///
  /// The body may have more: those whose records were damaged after it was sealed, or removed by a cap, are not among them.
  /// So match what a server says of each event by the event's identifier, or use `SealedItems`, and not by its place in
  /// the body.
  public let events: [StoredEvent]
  /// What `Destination.seal` made of them.
  public let body: [UInt8]
  /// How often this batch was tried before: 0 the first time.
  public let attempt: Int
  /// Milliseconds since 1970, now: for protocols that want the time of sending.
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
