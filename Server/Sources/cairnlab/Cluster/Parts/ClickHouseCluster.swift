#if canImport(PostgreSQLClient)
import Foundation

/// Two replicas of ClickHouse with ZooKeeper, and the shipper that copies the events to them.
final class ClickHouseCluster: Sendable {
  static let database = "cairn"
  /// The number of ports that it listens on.
  static let ports = 7

  let replicas: [ClickHouseNode]
  let zooKeeper: ZooKeeper
  let shipper: ServerProcess

  /// Creates the servers; `source` is the URL of PostgreSQL, `tool` the path of `cairnctl`.
  init(ports: ArraySlice<Int>, source: String, tool: String, in folder: ClusterFolder) throws {
    let first = ports.startIndex
    zooKeeper = try ZooKeeper(port: ports[first], in: folder)
    replicas = try (0..<2).map { [zooKeeper] number in
      let own = ports[(first + 1 + 3 * number)..<(first + 4 + 3 * number)]
      return try ClickHouseNode(
        "clickhouse-\(number + 1)", ports: own, zooKeeper: zooKeeper.port, in: folder)
    }
    shipper = ServerProcess(
      "shipper",
      [tool, "ship", "--from", source, "--replicated", "/cairn/events"]
        + replicas.flatMap { ["--to", $0.url(Self.database)] }, in: folder)
  }

  var processes: [ServerProcess] {
    [zooKeeper.process] + replicas.map(\.process) + [shipper]
  }

  /// Starts the servers, and then the shipper, which creates the tables.
  func start() async throws {
    try zooKeeper.process.start()
    for replica in replicas {
      try replica.process.start()
      try await Waiting.until("\(replica.name) answers") { await replica.answers() }
      _ = try await replica.query("CREATE DATABASE \(Self.database)")
    }
    try shipper.start()
  }

  /// Returns the number of rows of a replica that responds; nil when there is none, or no table.
  func rows() async -> Int? {
    for replica in replicas {
      let sql = "SELECT count() FROM \(Self.database).events"
      guard let text = try? await replica.query(sql, seconds: 2) else { continue }
      return Int(text.dropLast())
    }
    return nil
  }
}
#endif
