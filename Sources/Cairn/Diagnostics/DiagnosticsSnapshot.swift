/// How the SDK is doing at one moment.
public struct DiagnosticsSnapshot: Hashable, Sendable {
  /// When it was taken: milliseconds since 1970.
  public let milliseconds: Int64
  /// Events recorded in this run.
  public let recorded: UInt64
  /// Calls in this run that were not recorded, by reason.
  public let refused: [Refusal: UInt64]
  /// Events that wait in memory because the disk does not take them now.
  public let buffered: Int
  /// Why the disk does not take events; nil when it does.
  public let storageProblem: StorageProblem?
  /// The size of the journal on disk, in bytes.
  public let journalBytes: Int
  /// How long calls such as `track()` took until they returned: every 32nd of those that were stored is measured.
  public let trackLatency: LatencyHistogram
  /// One for each destination, in the order of the configuration.
  public let destinations: [DestinationDiagnostics]

  /// Events that wait, for all destinations together.
  public var queueDepth: Int { destinations.reduce(0) { $0 + $1.queueDepth } }

  /// For how long the oldest event has waited; nil when none waits.
  public var oldestPendingAge: Duration? { destinations.compactMap(\.oldestPendingAge).max() }

  /// What was tried and achieved for all destinations together.
  public var deliveries: DeliveryDiagnostics {
    destinations.reduce(into: DeliveryDiagnostics()) { $0 += $1.deliveries }
  }
}

extension DiagnosticsSnapshot {
  /// Of an SDK that found no memory to work in.
  static let empty = DiagnosticsSnapshot(
    milliseconds: 0, recorded: 0, refused: [:], buffered: 0, storageProblem: nil, journalBytes: 0,
    trackLatency: LatencyHistogram(), destinations: [])
}
