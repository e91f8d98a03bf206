#if canImport(PostgreSQLClient)
import Foundation
import ToolSupport

/// A database of PostgreSQL for each load: one collector on one server, or three collectors behind
/// HAProxy on a primary with two synchronous standbys.
final class PostgreSQLCollectStore: CollectStore {
  let engine: String
  private let folder: ClusterFolder
  private let servers: DatabaseCluster
  private let collectors: Int
  private let watch: Process

  /// Starts the servers.
  init(in parent: String, isCluster: Bool) async throws {
    folder = try ClusterFolder(in: parent)
    try folder.prepareForDatabases()
    watch = try folder.guardServers()
    engine = isCluster ? "PostgreSQL, 2 standbys" : "PostgreSQL"
    collectors = isCluster ? 3 : 1
    let ports = try ClusterFolder.freePorts(isCluster ? 3 : 1)
    servers = try DatabaseCluster(ports: ports[...], in: folder)
    try await servers.start()
  }

  func start(_ database: String) async throws -> MeasuredCollectors {
    try await servers.primary.administer("CREATE DATABASE \"\(database)\"")
    // Otherwise the servers write what an earlier run has stored to the tables during this one.
    for node in servers.nodes { try await node.administer("CHECKPOINT") }
    let url = servers.url(of: database)
    let processes = try (0..<collectors).map { _ in
      try CollectorProcess(database: url, keys: ["bench"])
    }
    guard collectors > 1 else {
      let port = processes[0].port
      return MeasuredCollectors(port: port, processes: processes) {
        for process in processes { try process.end() }
      }
    }
    let port = try ClusterFolder.freePorts(1)[0]
    let balancer = try Balancer(port: port, collectors: processes.map(\.port), in: folder)
    try balancer.process.start()
    try await Waiting.until("a collector is ready") {
      await LoadConnection.isAnswered(port: port)
    }
    return MeasuredCollectors(port: port, processes: processes) {
      balancer.process.kill()
      for process in processes { try process.end() }
    }
  }

  /// Uses as many connections as there are collectors.
  func insertAlone(
    rowsOf database: String, _ batches: NumberedBatches
  ) async throws -> PlainInserts {
    let alone = "\(database)-alone"
    try await servers.primary.administer(
      "CREATE DATABASE \"\(alone)\" TEMPLATE \"\(database)\"")
    _ = try await servers.primary.value("TRUNCATE events", database: alone)
    let inserts = try await PostgreSQLInserts(
      rowsOf: servers.url(of: database), into: servers.url(of: alone))
    return try await inserts.measure(batches, connections: collectors)
  }

  func end() {
    for node in servers.nodes { node.process.kill() }
    folder.remove()
    watch.waitUntilExit()
  }
}
#endif
