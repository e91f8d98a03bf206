/// What a flush achieved.
public struct FlushResult: Sendable {
  /// What became of one destination's events.
  public struct Row: Sendable {
    /// The destination's name.
    public let name: String
    /// Events that it took during this flush.
    public let delivered: Int
    /// Events that still wait for it.
    public let pending: Int
    /// Why they wait: what the last attempt met with.
    ///
    /// Nil when nothing waits or nothing was wrong.
    public let reason: String?
  }

  /// A row a destination, in the order of the configuration.
  public let destinations: [Row]

  /// Events delivered during this flush, to all destinations together.
  public var delivered: Int { destinations.reduce(0) { $0 + $1.delivered } }

  /// Events that still wait, for all destinations together.
  public var pending: Int { destinations.reduce(0) { $0 + $1.pending } }

  /// Whether nothing waits any more.
  public var isComplete: Bool { pending == 0 }
}
