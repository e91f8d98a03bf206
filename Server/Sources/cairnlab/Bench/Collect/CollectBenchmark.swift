import Cairn
import Foundation
import ToolSupport

/// Sends batches to collectors in separate processes, and inserts the same rows with the engine of
/// their database alone.
struct CollectBenchmark {
  let store: any CollectStore
  let plan: CollectPlan
  let progress: @Sendable (Int) -> Void

  func run() async throws -> [CollectReport.Batch] {
    var results: [CollectReport.Batch] = []
    for size in plan.batches {
      let source = NumberedBatches(size: size, repeatedShare: plan.repeatedShare)
      var runs: [(loads: [CollectReport.Load], alone: CollectReport.Rate)] = []
      for run in 0..<plan.runs {
        var loads: [CollectReport.Load] = []
        for count in plan.connections {
          loads.append(try await load(source, connections: count, database(size, count, run)))
        }
        let filled = database(size, plan.connections[plan.connections.count - 1], run)
        runs.append((loads, try await alone(source, rowsOf: filled)))
      }
      results.append(
        CollectReport.Batch(
          size: size,
          loads: plan.connections.indices.map { index in
            // With a rate, all runs have the same number of events a second.
            Self.middle(runs.map { $0.loads[index] }) { load in
              plan.rate == nil ? load.events.perSecond : load.requestNanos.p99
            }
          },
          alone: Self.middle(runs.map(\.alone)) { $0.perSecond }))
    }
    return results
  }

  private func database(_ size: Int, _ connections: Int, _ run: Int) -> String {
    "bench-\(size)-\(connections)-\(run)"
  }

  private static func middle<Value>(_ runs: [Value], by number: (Value) -> Int) -> Value {
    runs.sorted { number($0) < number($1) }[runs.count / 2]
  }

  private func load(
    _ batches: NumberedBatches, connections: Int, _ database: String
  ) async throws -> CollectReport.Load {
    let collectors = try await store.start(database)
    let before = try (collectors.usage(), ProcessorTime.seconds, Stopwatch.nanoseconds())
    let result = try await send(batches, connections: connections, to: collectors.port)
    let nanoseconds = Stopwatch.nanoseconds() - before.2
    let processor = ProcessorTime.seconds - before.1
    let usage = try collectors.usage()
    try collectors.end()
    try check(result, usage, batches)
    let events = plan.total(batches)
    return CollectReport.Load(
      connections: connections,
      events: CollectReport.Rate(
        events: events, nanoseconds: nanoseconds,
        processorSeconds: usage.processorSeconds - before.0.processorSeconds),
      clientProcessorMicros: CollectReport.micros(processor, events),
      requestNanos: Latencies(result.nanoseconds),
      startNanos: plan.rate.map { _ in Latencies(result.startNanoseconds) },
      peakRSSBytes: usage.peakRSSBytes)
  }

  private func send(
    _ batches: NumberedBatches, connections: Int, to port: Int
  ) async throws -> LoadResult {
    let (last, progress) = (plan.count(batches), progress)
    let (number, start) = (Counter(), Stopwatch.nanoseconds())
    let pause = plan.rate.map { batches.size * 1_000_000_000 / $0 }
    // A shorter load would otherwise have no other requests.
    let atStart = min(1_000_000_000, last / 2 * (pause ?? 0))
    return try await withThrowingTaskGroup(of: LoadResult.self) { group in
      for _ in 0..<connections {
        group.addTask {
          try await LoadConnection.run(port: port) {
            let own = number.next()
            guard own < last else { return nil }
            progress(batches.size)
            var request = LoadRequest(batch: batches.body(own), key: "bench")
            if let pause {
              request.due = start + own * pause
              request.isAtStart = own * pause < atStart
            }
            return request
          }
        }
      }
      return try await group.reduce(LoadResult(), +)
    }
  }

  private func alone(
    _ batches: NumberedBatches, rowsOf database: String
  ) async throws -> CollectReport.Rate {
    let result = try await store.insertAlone(rowsOf: database, batches)
    let events = plan.total(batches)
    progress(events)
    return CollectReport.Rate(
      events: events, nanoseconds: result.nanoseconds, processorSeconds: result.processorSeconds)
  }

  /// Checks that everything was stored, because the figures would be wrong otherwise.
  private func check(
    _ result: LoadResult, _ usage: ServerUsage, _ batches: NumberedBatches
  ) throws {
    let count = plan.count(batches)
    let stored = count * batches.fresh
    let answered = result.nanoseconds.count + result.startNanoseconds.count
    guard answered == count, usage.stored == stored,
      usage.duplicates == count * batches.repeated
    else {
      throw CollectorProcess.Failure(
        description: """
          of \(count) batches \(answered) were answered 200, and of \(stored) new events \
          \(usage.stored) stored; other answers: \(result.others), broken connections: \(result.broken)
          """)
    }
  }
}

/// The numbers of a run of `bench collect`.
struct CollectPlan: Sendable {
  /// The events of each load.
  var events: Int
  var batches: [Int]
  var connections: [Int]
  var repeatedShare: Double
  /// The events that are offered in a second; nil for as many as get a response.
  var rate: Int?
  /// The number of repetitions of each load.
  var runs: Int

  func count(_ batches: NumberedBatches) -> Int { (events + batches.size - 1) / batches.size }

  /// Returns the number of events, rounded up to whole batches.
  func total(_ batches: NumberedBatches) -> Int { count(batches) * batches.size }
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
