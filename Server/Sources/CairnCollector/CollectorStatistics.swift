/// Counts what a collector has taken in.
///
/// All but ``waiting`` are totals over the life of the database: they are committed in the same
/// transaction as the events they count, so they survive a crash and always agree with the events.
public struct CollectorStatistics: Sendable, Equatable {
  /// The events stored, each exactly once.
  public var stored: Int = 0

  /// The events that arrived again, were answered `duplicate` and not stored again.
  public var duplicatesReceived: Int = 0

  /// The events that came under the id of another one, were answered `conflict` and not stored.
  public var conflictsReceived: Int = 0

  /// The events refused alone, each with its reason in the answer.
  public var refused: Int = 0

  /// The batch requests answered with a result an event.
  public var requests: Int = 0

  /// The batch requests at work or waiting for their commit, now.
  public var waiting: Int = 0

  /// Makes statistics with every count at zero.
  public init() {}
}
