/// The result of a flush.
public struct FlushResult: Sendable {
  /// The result for one destination.
  public struct Row: Sendable {
    /// The destination's name.
    public let name: String
    /// The number of events that were delivered during this flush.
    public let delivered: Int
    /// The number of events that the destination refused permanently during this flush; they are
    /// kept as dead letters.
    public let deadLettered: Int
    /// The number of events that are still pending.
    public let pending: Int
    /// The problem of the last attempt, because of which events are pending.
    ///
    /// Nil when no event is pending or there was no problem.
    public let problem: String?
  }

  /// A row for each destination, in the order of the configuration.
  public let destinations: [Row]

  /// The number of events delivered during this flush, to all destinations together.
  public var delivered: Int { destinations.reduce(0) { $0 + $1.delivered } }

  /// The number of events that were refused permanently during this flush, by all destinations
  /// together.
  public var deadLettered: Int { destinations.reduce(0) { $0 + $1.deadLettered } }

  /// The number of events that are still pending, for all destinations together.
  public var pending: Int { destinations.reduce(0) { $0 + $1.pending } }

  /// Whether no events are pending.
  public var isComplete: Bool { pending == 0 }
}
