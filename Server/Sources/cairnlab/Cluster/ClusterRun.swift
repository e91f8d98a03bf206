#if canImport(PostgreSQLClient)
import Cairn
import Foundation

/// A run: three collectors behind HAProxy on PostgreSQL with two standbys; clients; kills; proof.
@available(macOS 14, *)
struct ClusterRun: Sendable {
  let plan: ClusterPlan
  let folder: ClusterFolder
  let display: ClusterDisplay

  func run() async throws -> ClusterResult {
    let watch = try folder.guardServers()
    let parts = try makeParts()
    defer {
      for process in parts.processes { process.kill() }
      watch.terminate()
      watch.waitUntilExit()
    }
    display.show("starting")
    try await start(parts)
    let acknowledgements = Acknowledgements()
    let driver = FaultDriver(parts, acknowledgements)
    let began = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await display.follow(parts, acknowledgements, driver, since: began)
      }
      for client in try clients(acknowledgements, parts.balancer.port) {
        group.addTask { try await client.run() }
      }
      group.addTask {
        defer { acknowledgements.end() }
        try await driver.run(until: began + plan.duration)
      }
      // An error of one ends the others.
      while try await group.next() != nil {}
    }
    let kills = parts.processes.map { ($0.name, $0.kills) }
    display.show("shipping the rest to ClickHouse")
    let shipping = try await ShippingProof.wait(parts)
    display.show("comparing what was acknowledged with the rows")
    if plan.isSabotaged { try await sabotage(parts) }
    return try await result(
      acknowledgements, driver.record, parts, shipping,
      kills: Dictionary(uniqueKeysWithValues: kills),
      seconds: (ContinuousClock.now - began) / .seconds(1))
  }

  private func makeParts() throws -> ClusterParts {
    let ports = try ClusterFolder.freePorts(3 + plan.collectors + 1 + ClickHouseCluster.ports)
    try folder.prepareForDatabases()
    let tool = try Installed.cairnctl()
    let database = try DatabaseCluster(ports: ports[..<3], in: folder)
    let collectorPorts = Array(ports[3..<(3 + plan.collectors)])
    let collectors = collectorPorts.enumerated().map { number, port in
      ServerProcess(
        "collector-\(number + 1)",
        [tool, "collect", "--port", "\(port)", "--store", database.url], in: folder)
    }
    return ClusterParts(
      database: database, collectors: collectors,
      balancer: try Balancer(
        port: ports[3 + plan.collectors], collectors: collectorPorts, in: folder),
      clickHouse: !plan.hasClickHouse
        ? nil
        : try ClickHouseCluster(
          ports: ports[(4 + plan.collectors)...], source: database.url, tool: tool, in: folder))
  }

  private func start(_ parts: ClusterParts) async throws {
    try await parts.database.start()
    for collector in parts.collectors { try collector.start() }
    try parts.balancer.process.start()
    let client = try clients(Acknowledgements(), parts.balancer.port)[0]
    try await Waiting.until("a collector is ready") { await client.isAnswered() }
    // The collectors have created the tables.
    try await parts.clickHouse?.start()
  }

  private func clients(
    _ acknowledgements: Acknowledgements, _ port: Int
  ) throws -> [ClusterClient] {
    guard let url = URL(string: "http://127.0.0.1:\(port)/v1/batch") else { return [] }
    let events = ClusterEvents(start: Int64(Date().timeIntervalSince1970 * 1_000))
    let interval = Duration.seconds(
      Double(ClusterClient.batch * plan.clients) / Double(plan.eventsPerSecond))
    return (0..<plan.clients).map { number in
      ClusterClient(
        number: number, events: events, acknowledgements: acknowledgements, url: url,
        interval: interval)
    }
  }

  private func result(
    _ acknowledgements: Acknowledgements, _ record: FaultDriver.Record, _ parts: ClusterParts,
    _ shipping: Duration?, kills: [String: Int], seconds: Double
  ) async throws -> ClusterResult {
    let progress = acknowledgements.progress
    let proof = try await ClusterProof.run(
      parts.database.url, acknowledgements, total: acknowledgements.total)
    let shipped = try await ShippingProof.run(parts, after: shipping)
    return ClusterResult(
      acknowledged: progress.events, duplicates: progress.duplicates, retries: progress.retries,
      wrong: progress.wrong, seconds: seconds, kills: kills, record: record, proof: proof,
      shipping: shipped)
  }

  /// Deletes two rows in PostgreSQL, and stores another one twice: its day is a part of the key.
  ///
  /// ClickHouse keeps what it has, and differs then.
  private func sabotage(_ parts: ClusterParts) async throws {
    // It would ship the row that is stored twice, to one replica before the other.
    parts.clickHouse?.shipper.kill()
    _ = try await parts.database.primary.value(
      """
      DELETE FROM events WHERE message_id IN (SELECT message_id FROM events ORDER BY 1 LIMIT 2);
      INSERT INTO events (day, project, message_id, sequence, type, "timestamp", received_at, body)
      SELECT day - 400, project, message_id, -1, type, "timestamp", received_at, body FROM events
      LIMIT 1;
      """, database: DatabaseCluster.database)
  }
}

/// The numbers of a run.
struct ClusterPlan: Sendable {
  var duration: Duration
  var collectors = 3
  var clients: Int
  var eventsPerSecond: Int
  /// Whether rows are damaged before the proof.
  var isSabotaged = false
  var hasClickHouse = true
}
#endif
