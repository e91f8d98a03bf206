/// The counts of all events: those that were recorded, and their state at each destination.
public struct Ledger: Sendable {
  /// The counts of one destination since its cursor began; they persist across launches.
  public struct Row: Sendable {
    /// The destination's name.
    public let name: String
    /// The number of events in the journal that this destination is responsible for.
    public let accepted: UInt64
    /// The number of events that the destination has confirmed.
    public let delivered: UInt64
    /// The number of events that are not for the destination: their kind is not in its `kinds`,
    /// `Destination.accepts` returned false, or they were put back from another destination's dead
    /// letters.
    public let filtered: UInt64
    /// The number of events that the destination refused permanently.
    ///
    /// They are kept as dead letters.
    public let deadLettered: UInt64
    /// The number of events that the destination had refused and that were put back from the dead
    /// letters, to be delivered again.
    ///
    /// An event that was put back is accepted once more, and counted on its own.
    public let replayed: UInt64
    /// The number of events that can no longer be read, because the disk changed or lost their
    /// bytes.
    public let damaged: UInt64
    /// The number of events that were dropped, by reason.
    ///
    /// ``DropReason`` lists the reasons, such as a limit of the journal, denied consent, or an
    /// erasure.
    public let dropped: [DropReason: UInt64]
    /// The number of pending events.
    public let pending: UInt64
    /// The problem of the last attempt to deliver; nil when it succeeded.
    public let problem: String?

    /// Whether the other counts add up to the accepted events.
    public var balances: Bool {
      accepted == [delivered, filtered, deadLettered, replayed, damaged, pending].reduce(0, &+)
        &+ dropped.values.reduce(0, &+)
    }
  }

  /// The number of events recorded in this launch, including those that wait in memory.
  public let recorded: UInt64
  /// The number of events that wait in memory because the disk does not accept them now:
  /// `Receipt.buffered`.
  ///
  /// Once the disk accepts them, they are in the journal and in the rows below.
  public let buffered: Int
  /// The reason why the disk does not accept events; nil when it does.
  public let storageProblem: StorageProblem?
  /// The number of calls in this launch that were refused, by reason.
  public let refused: [RecordingFailure: UInt64]
  /// The number of reports of the SDK's own products that wait until they can be recorded: the
  /// conversions that wait for the document of the experiments.
  ///
  /// They persist across launches once the disk has accepted them. Each of them later becomes an
  /// event, or is counted in `refused`, or turns out to be reported before or not to meet the rules
  /// of its goal. The number includes those of other processes of the app, as far as this one has
  /// read them; it is 0 after `close()`.
  public let waitingReports: Int
  /// The number of NaN and infinite numbers in this launch that were written as `null`.
  public let nonFiniteNumbers: Int
  /// The number of arrays and objects in this launch that were nested more than 32 deep and were
  /// written as `null`.
  public let tooDeepValues: Int
  /// The number of properties in this launch that were left out of their events, because JSON
  /// cannot represent them: only those of calls with `[String: Any]`.
  public let omittedProperties: Int
  /// Whether the journal is in memory, because its folder could not be used.
  ///
  /// Events then end with the process.
  public let isInMemory: Bool
  /// The number of events that were lost because the system deleted the journal, which it may do on
  /// tvOS while the app does not run; 0 on all other platforms.
  ///
  /// It persists across launches, and counts the events that were pending when the app was last in
  /// the background or ended. Some of them may have been delivered by a background upload since
  /// then. The counts in `destinations` begin again after a deletion.
  public let purged: UInt64
  /// A row for each destination, in the order of the configuration.
  public let destinations: [Row]

  /// Whether the counts of every destination add up.
  public var balances: Bool { destinations.allSatisfy(\.balances) }
}

extension Ledger {
  /// The ledger of an SDK that found no memory to work in.
  package static let empty = Ledger(
    recorded: 0, buffered: 0, storageProblem: nil, refused: [:], waitingReports: 0,
    nonFiniteNumbers: 0,
    tooDeepValues: 0, omittedProperties: 0, isInMemory: true, purged: 0,
    destinations: [])
}

extension Ledger.Row {
  package init(
    _ report: DeliveryReport, _ segments: [SegmentSummary], _ marked: MarkedPositions? = nil
  ) {
    let cursor = report.cursor
    let waiting = report.pending(in: segments, marked)
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
  /// A table of all destinations; below it the reasons why events are pending, and the refused
  /// events by reason.
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
    let reasons = refused.map { "\($0.key.rawValue) \($0.value)" }.sorted()
    let refusals = reasons.isEmpty ? [] : ["refused: " + reasons.joined(separator: ", ")]
    let waiting = destinations.compactMap { row in
      row.pending > 0 ? row.problem.map { "\(row.name) waits: \($0)" } : nil
    }
    return ([TextTable.text([head] + rows)] + waiting + refusals).joined(separator: "\n")
  }
}
