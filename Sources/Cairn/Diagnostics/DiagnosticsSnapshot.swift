/// The SDK's metrics at one moment.
public struct DiagnosticsSnapshot: Hashable, Sendable {
  /// The time of the snapshot, in milliseconds since 1970.
  public let milliseconds: Int64
  /// The number of events recorded since this `Analytics` was created.
  public let recorded: UInt64
  /// The number of calls that were refused since then, by reason.
  public let refused: [RecordingFailure: UInt64]
  /// The number of events that wait in memory because the disk does not accept them now.
  public let buffered: Int
  /// The reason why the disk does not accept events; nil when it does.
  public let storageProblem: StorageProblem?
  /// The size of the journal on disk, in bytes.
  public let journalBytes: Int
  /// The duration of recording calls such as `track()`; every 32nd call whose event was stored is
  /// measured.
  public let trackLatency: LatencyHistogram
  /// The metrics of each destination, in the order of the configuration.
  public let destinations: [DestinationDiagnostics]

  /// The number of pending events, for all destinations together.
  public var queueDepth: Int { destinations.reduce(0) { $0 + $1.queueDepth } }

  /// The age of the oldest pending event; nil when none is pending.
  public var oldestPendingAge: Duration? { destinations.compactMap(\.oldestPendingAge).max() }

  /// The delivery metrics of all destinations together.
  public var deliveries: DeliveryDiagnostics {
    destinations.reduce(into: DeliveryDiagnostics()) { $0 += $1.deliveries }
  }
}

extension DiagnosticsSnapshot {
  /// The snapshot of an SDK that found no memory to work in.
  static let empty = DiagnosticsSnapshot(
    milliseconds: 0, recorded: 0, refused: [:], buffered: 0, storageProblem: nil, journalBytes: 0,
    trackLatency: LatencyHistogram(), destinations: [])
}
