/// The database of the measured collectors, and its engine.
protocol CollectStore: Sendable {
  /// The name of the engine, as in a table.
  var engine: String { get }

  /// Starts collectors on a new, empty database of this name.
  func start(_ database: String) async throws -> MeasuredCollectors

  /// Inserts the rows of a database into a new one with the engine alone, one transaction per
  /// batch.
  func insertAlone(rowsOf database: String, _ batches: NumberedBatches) async throws -> PlainInserts
}

/// The time of inserts without a collector.
struct PlainInserts: Sendable {
  var nanoseconds: Int
  /// The processor time of this process.
  var processorSeconds: Double
}

/// Collectors that share a database, and the port at which they are reached.
struct MeasuredCollectors: Sendable {
  var port: Int
  var processes: [CollectorProcess]
  var end: @Sendable () throws -> Void

  /// The usage of all: sums, and the maximum of the memory of one.
  func usage() throws -> ServerUsage {
    try processes.map { try $0.usage() }.reduce(ServerUsage()) { sum, next in
      ServerUsage(
        processorSeconds: sum.processorSeconds + next.processorSeconds,
        peakRSSBytes: max(sum.peakRSSBytes, next.peakRSSBytes), stored: sum.stored + next.stored,
        duplicates: sum.duplicates + next.duplicates)
    }
  }
}
