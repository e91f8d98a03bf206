#if canImport(PostgreSQLClient)
import Cairn
import Foundation

/// A primary of PostgreSQL and standbys, one of which has each acknowledged commit.
final class DatabaseCluster: Sendable {
  static let database = "cairn"

  let nodes: [DatabaseNode]
  private let current: Locked<DatabaseNode>

  init(ports: ArraySlice<Int>, in folder: ClusterFolder) throws {
    nodes = try ports.enumerated().map { number, port in
      try DatabaseNode("postgresql-\(number + 1)".replacing("-", with: "_"), port: port, in: folder)
    }
    current = Locked(nodes[0])
  }

  var primary: DatabaseNode { current.withLock { $0 } }
  var standbys: [DatabaseNode] { nodes.filter { $0 !== primary } }

  /// The URL of the collectors' database.
  var url: String { url(of: Self.database) }

  /// Returns the URL of a database on all servers: a collector finds the one that accepts writes.
  func url(of database: String) -> String {
    let hosts = nodes.map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
    return "postgres://postgres@\(hosts)/\(database)"
  }

  func start() async throws {
    // Each of them may be the primary later.
    try primary.create(standbys: nodes.count > 1 ? nodes.map(\.name) : [])
    try primary.process.start()
    try await Waiting.until("the primary answers") { await self.answers(self.primary) }
    for standby in standbys {
      try standby.copy(primary)
      try standby.process.start()
    }
    try await Waiting.until("the standbys follow") {
      await self.followers() == self.standbys.count
    }
    try await primary.administer("CREATE DATABASE \(Self.database)")
  }

  /// Makes the standby with the most of the log the primary; the old one becomes its standby.
  ///
  /// The old primary is dead before: two that accept writes would be two truths.
  func failOver() async throws {
    let old = primary
    old.process.kill()
    var best: (node: DatabaseNode, position: UInt64)?
    for standby in standbys {
      guard let position = await standby.received() else { continue }
      if best.map({ position > $0.position }) ?? true { best = (standby, position) }
    }
    guard let new = best?.node else { throw ClusterFailure("no standby answers") }
    try await new.promote()
    current.withLock { $0 = new }
    for standby in standbys where standby !== old { try await standby.follow(new) }
    try old.copy(new)
    try old.process.start()
  }

  /// Kills one of the server's processes that serve collectors: PostgreSQL then ends all others,
  /// and recovers.
  func killBackend() async throws {
    let number = try await primary.value(
      """
      SELECT pid FROM pg_stat_activity WHERE application_name = 'cairn-collector'
      ORDER BY random() LIMIT 1
      """)
    if let process = number.flatMap({ pid_t($0) }) { systemKill(process) }
  }

  func followers() async -> Int {
    let text = try? await primary.value(
      "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")
    return text.flatMap { Int($0) } ?? 0
  }

  func kill() { for node in nodes { node.process.kill() } }

  private func answers(_ node: DatabaseNode) async -> Bool {
    (try? await node.value("SELECT 1")) == "1"
  }
}
#endif
