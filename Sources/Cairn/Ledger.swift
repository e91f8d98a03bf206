/// The account of every event: what was recorded, and what became of it for each destination.
public struct Ledger: Sendable {
  /// One destination's account, since its cursor began; it goes on across launches.
  public struct Row: Sendable {
    /// The destination's name.
    public let name: String
    /// Events in the journal that this destination is responsible for.
    public let accepted: UInt64
    /// Events that the destination has confirmed.
    public let delivered: UInt64
    /// Events that it is not for: they are not of its `kinds`, `Destination.accepts` said no, or another destination had
    /// refused them and was given them again.
    public let filtered: UInt64
    /// Events that it refused for good.
    ///
    /// They are kept in the dead letters.
    public let deadLettered: UInt64
    /// Events that it had refused and that were put back from the dead letters, to be delivered again.
    ///
    /// The event that was put back is accepted once more, and accounted for on its own.
    public let replayed: UInt64
    /// Events that could be read no more, because the disk changed or lost their bytes.
    public let damaged: UInt64
    /// Events that were given up, by reason.
    ///
    /// Only a cap that was set does that, or somebody who discards dead letters.
    public let dropped: [DropReason: UInt64]
    /// Events that wait.
    public let pending: UInt64
    /// What the last attempt to deliver met with; nil when it went well.
    public let problem: String?

    /// Whether every accepted event is accounted for.
    public var balances: Bool {
      accepted == [delivered, filtered, deadLettered, replayed, damaged, pending].reduce(0, &+)
        &+ dropped.values.reduce(0, &+)
    }
  }

  /// Events recorded in this run; those that wait in memory included.
  public let recorded: UInt64
  /// Events that wait in memory because the disk does not take them now: `Receipt.buffered`.
  ///
  /// When it takes them they are in the journal, and in the rows below.
  public let buffered: Int
  /// Why the disk does not take events; nil when it does.
  public let storageProblem: StorageProblem?
  /// Calls in this run that were not recorded, by reason.
  public let refused: [Refusal: UInt64]
  /// Numbers in this run that were NaN or infinite and were written as `null`.
  public let nonFiniteNumbers: Int
  /// Arrays and objects in this run that lay too deep, more than 32 inside each other, and were written as `null`.
  public let tooDeepValues: Int
  /// Whether the journal is in memory, because its folder could not be used: events end with the process then.
  public let isInMemory: Bool
  /// A row a destination, in the order of the configuration.
  public let destinations: [Row]

  /// Whether every event of every destination is accounted for.
  public var balances: Bool { destinations.allSatisfy(\.balances) }
}

extension Ledger {
  /// Of an SDK that found no memory to work in.
  package static let empty = Ledger(
    recorded: 0, buffered: 0, storageProblem: nil, refused: [:], nonFiniteNumbers: 0,
    tooDeepValues: 0, isInMemory: true,
    destinations: [])
}

extension Ledger.Row {
  package init(
    _ report: CourierReport, _ segments: [SegmentSummary], _ interactions: MarkedPlaces? = nil
  ) {
    let cursor = report.cursor
    let waiting = report.pending(in: segments, interactions)
    name = report.name
    accepted = cursor.accepted(in: segments)
    delivered = cursor.counters.delivered
    filtered = cursor.counters.filtered &+ UInt64(clamping: waiting.others)
    deadLettered = cursor.counters.deadLettered
    replayed = cursor.counters.replayed
    damaged = cursor.counters.damaged
    dropped = DropReason.allCases.reduce(into: [:]) { dropped, reason in
      if cursor.counters[reason] > 0 { dropped[reason] = cursor.counters[reason] }
    }
    pending = UInt64(clamping: waiting.wanted)
    problem = report.problem
  }
}

extension Ledger: CustomStringConvertible {
  /// A table for people.
  public var description: String {
    let head = [
      "destination", "accepted", "delivered", "dead", "replayed", "filtered", "damaged", "dropped",
      "pending",
    ]
    let rows = destinations.map { row in
      [
        row.name, "\(row.accepted)", "\(row.delivered)", "\(row.deadLettered)", "\(row.replayed)",
        "\(row.filtered)", "\(row.damaged)", "\(row.dropped.values.reduce(0, &+))",
        "\(row.pending)",
      ]
    }
    return TextTable.text([head] + rows)
  }
}
