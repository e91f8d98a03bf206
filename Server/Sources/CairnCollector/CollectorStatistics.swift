/// The counts of a collector.
///
/// All except ``waiting`` are totals over the life of the database: they are committed in the same
/// transaction as the events they count, so they survive a crash and always agree with the events.
public struct CollectorStatistics: Sendable, Equatable {
  /// The events stored, each exactly once.
  public var stored: Int = 0

  /// The events that were received again, reported as `duplicate` and not stored again.
  public var duplicatesReceived: Int = 0

  /// The events with the id of a different stored event, reported as `conflict` and not stored.
  public var conflictsReceived: Int = 0

  /// The events that were refused individually, each with its reason in the response.
  public var refused: Int = 0

  /// The batch requests that received a result for each event.
  public var requests: Int = 0

  /// The stored events that were deleted since, by retention or by the erasure of their user.
  public var removed: Int = 0

  /// The batch requests in progress or waiting for their commit, now.
  public var waiting: Int = 0

  /// Creates statistics with every count at zero.
  public init() {}
}
