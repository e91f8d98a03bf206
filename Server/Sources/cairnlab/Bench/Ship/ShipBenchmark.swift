#if canImport(PostgreSQLClient)
import Cairn
import Foundation
import PostgreSQLClient
import Shipping
import ToolSupport

/// Ships events from a server of PostgreSQL to one of ClickHouse, and lets both do the same work
/// alone.
struct ShipBenchmark: Sendable {
  private static let batch = 500
  private static let connections = 8

  let events: Int
  let runs: Int
  /// The folder in which the folder of the servers is created.
  let folder: String
  let progress: @Sendable (Int) -> Void

  /// The number of events in whole batches.
  static func total(_ events: Int) -> Int {
    let size = min(batch, events)
    return (events + size - 1) / size * size
  }

  func run() async throws -> [ShipRun] {
    let own = try ClusterFolder(in: URL(fileURLWithPath: folder).path)
    let watch = try own.guardServers()
    defer {
      own.remove()
      watch.waitUntilExit()
    }
    try own.prepareForDatabases()
    let ports = try ClusterFolder.freePorts(4)
    let source = try DatabaseCluster(ports: ports[..<1], in: own)
    let target = try ClickHouseNode("clickhouse", ports: ports[1...], in: own)
    defer {
      source.kill()
      target.process.kill()
    }
    try await source.start()
    try target.process.start()
    try await Waiting.until("ClickHouse answers") { await target.answers() }
    try await fill(source)
    var results: [ShipRun] = []
    for number in 0..<runs {
      results.append(try await run("run\(number)", source, target, log: own.log("ship")))
    }
    return results
  }

  /// Stores the events through a collector.
  private func fill(_ source: DatabaseCluster) async throws {
    let collector = try CollectorProcess(database: source.url, keys: ["bench"])
    let batches = NumberedBatches(size: min(Self.batch, events), repeatedShare: 0)
    let (number, progress) = (Counter(), progress)
    let count = (events + batches.size - 1) / batches.size
    try await withThrowingTaskGroup(of: LoadResult.self) { group in
      for _ in 0..<Self.connections {
        group.addTask {
          try await LoadConnection.run(port: collector.port) {
            let own = number.next()
            guard own < count else { return nil }
            progress(batches.size)
            return LoadRequest(batch: batches.body(own), key: "bench")
          }
        }
      }
      try await group.waitForAll()
    }
    try collector.end()
    // A server of which nothing is known about its tables plans badly, which is not measured.
    _ = try await source.primary.value("VACUUM ANALYZE", database: DatabaseCluster.database)
  }

  private func run(
    _ name: String, _ source: DatabaseCluster, _ target: ClickHouseNode, log: String
  ) async throws -> ShipRun {
    _ = try await target.query("CREATE DATABASE \(name)")
    let start = Stopwatch.nanoseconds()
    do {
      try Installed.run(
        [
          try Installed.cairnctl(), "ship", "--once", "--from", source.url, "--to",
          target.url(name), "--name", name,
        ], log: log)
    } catch {
      // The folder of the log is removed.
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? "\(error)"
      throw ClusterFailure("cairnctl ship failed: \(text.suffix(2_000))")
    }
    let shipping = Stopwatch.nanoseconds() - start
    let rows = try await target.query("SELECT count() FROM \(name).events")
    guard rows == "\(try await stored(source))\n" else {
      throw ClusterFailure("ClickHouse has \(rows.dropLast()) of the events")
    }
    let engines = ShipmentEngines(name, source, target)
    var result = try await engines.run()
    result.shipping = shipping
    progress(Self.total(events))
    return result
  }

  private func stored(_ source: DatabaseCluster) async throws -> String {
    let count = try await source.primary.value(
      "SELECT count(*) FROM events", database: DatabaseCluster.database)
    return count ?? ""
  }
}
#endif
