import Cairn
import Foundation
import ToolSupport

/// Sends batches to a collector in a separate process, and inserts the same rows with SQLite alone.
struct CollectBenchmark {
  let folder: String
  let events: Int
  let repeatedShare: Double

  func run(
    batches: [Int], connections: [Int], _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [CollectReport.Batch] {
    var results: [CollectReport.Batch] = []
    for size in batches {
      let source = NumberedBatches(size: size, repeatedShare: repeatedShare)
      var loads: [CollectReport.Load] = []
      var database = ""
      for count in connections {
        database = "\(folder)/\(size)-\(count).sqlite"
        loads.append(try await load(source, connections: count, database, progress))
      }
      let plain = try plain(source, rowsOf: database)
      progress(total(source))
      results.append(CollectReport.Batch(size: size, loads: loads, sqlite: plain))
    }
    return results
  }

  /// Returns the number of events, rounded up to whole batches.
  func total(_ batches: NumberedBatches) -> Int { count(batches) * batches.size }

  private func count(_ batches: NumberedBatches) -> Int {
    (events + batches.size - 1) / batches.size
  }

  private func load(
    _ batches: NumberedBatches, connections: Int, _ database: String,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> CollectReport.Load {
    let server = try CollectorProcess(database: database, keys: ["bench"])
    let before = try (server.usage(), ProcessorTime.seconds, Stopwatch.nanoseconds())
    let result = try await send(batches, connections: connections, to: server.port, progress)
    let nanoseconds = Stopwatch.nanoseconds() - before.2
    let processor = ProcessorTime.seconds - before.1
    let usage = try server.usage()
    try server.end()
    try check(result, usage, batches)
    return CollectReport.Load(
      connections: connections,
      events: CollectReport.Rate(
        events: total(batches), nanoseconds: nanoseconds,
        processorSeconds: usage.processorSeconds - before.0.processorSeconds),
      clientProcessorMicros: CollectReport.micros(processor, total(batches)),
      requestNanos: Latencies(result.nanoseconds), peakRSSBytes: usage.peakRSSBytes)
  }

  private func send(
    _ batches: NumberedBatches, connections: Int, to port: Int,
    _ progress: @escaping @Sendable (Int) -> Void
  ) async throws -> LoadResult {
    let last = count(batches)
    let number = Counter()
    return try await withThrowingTaskGroup(of: LoadResult.self) { group in
      for _ in 0..<connections {
        group.addTask {
          try await LoadConnection.run(port: port) {
            let own = number.next()
            guard own < last else { return nil }
            progress(batches.size)
            return LoadRequest(batch: batches.body(own), key: "bench")
          }
        }
      }
      return try await group.reduce(LoadResult(), +)
    }
  }

  private func plain(
    _ batches: NumberedBatches, rowsOf source: String
  ) throws -> CollectReport.Rate {
    let path = "\(folder)/\(batches.size)-plain.sqlite"
    // The collector creates its tables.
    try CollectorProcess(database: path, keys: ["bench"]).end()
    let result = try PlainInserts.measure(rowsOf: source, into: path, batches: batches)
    return CollectReport.Rate(
      events: total(batches), nanoseconds: result.nanoseconds,
      processorSeconds: result.processorSeconds)
  }

  /// Checks that everything was stored, because the figures would be wrong otherwise.
  private func check(
    _ result: LoadResult, _ usage: ServerUsage, _ batches: NumberedBatches
  ) throws {
    let (count, stored) = (count(batches), count(batches) * batches.fresh)
    guard result.nanoseconds.count == count, usage.stored == stored,
      usage.duplicates == count * batches.repeated
    else {
      throw CollectorProcess.Failure(
        description: """
          of \(count) batches \(result.nanoseconds.count) were answered 200, and of \(stored) new events \
          \(usage.stored) stored; other answers: \(result.others), broken connections: \(result.broken)
          """)
    }
  }
}

/// Returns each number from 0 on once.
final class Counter: Sendable {
  private let value = Locked(0)

  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
