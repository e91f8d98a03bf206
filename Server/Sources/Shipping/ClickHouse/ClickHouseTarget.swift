import NIOCore

/// The table on one of several servers: replicas of each other, or only one.
package actor ClickHouseTarget {
  private let client: ClickHouseClient
  private let addresses: [ClickHouseAddress]
  private let table: ClickHouseTable
  private var current = 0
  /// The features of the current server; nil until it has responded.
  private var features: ClickHouseFeatures?

  package init(
    _ client: ClickHouseClient, _ addresses: [ClickHouseAddress], _ table: ClickHouseTable
  ) {
    self.client = client
    self.addresses = addresses
    self.table = table
  }

  private var address: ClickHouseAddress { addresses[current] }

  /// Lets the next calls use the next server.
  func rotate() {
    current = (current + 1) % addresses.count
    features = nil
  }

  /// Creates the table where it is missing; of the other servers, on those that respond.
  ///
  /// `mustExist`: whether events were shipped to it before.
  func prepare(mustExist: Bool) async throws {
    if features != nil { return }
    if mustExist { try await checkExistence() }
    let names = try await create(at: address)
    for other in addresses where other != address { _ = try? await create(at: other) }
    features = names
  }

  /// A table that was dropped, or is on another server, would stay incomplete.
  private func checkExistence() async throws {
    let sql = "EXISTS TABLE \(table.fullName)"
    if try await run(sql) == "1\n" { return }
    for other in addresses where other != address {
      if (try? await client.run(sql, at: other, within: .seconds(10))) == "1\n" { return }
    }
    throw ClickHouseError(
      code: 60, message: "events were shipped before, but there is no table \(table.name)")
  }

  private func create(at address: ClickHouseAddress) async throws -> ClickHouseFeatures {
    let names = try await client.run(ClickHouseFeatures.query, at: address, within: .seconds(10))
    let features = ClickHouseFeatures(Set(names.split(separator: "\n").map(String.init)))
    _ = try await client.run(table.create(features), at: address, within: .seconds(30))
    return features
  }

  /// Sends the rows as one block: all of those in a partition arrive, or none.
  func insert(_ block: EventBlock, of shipment: Shipment) async throws {
    let features = features ?? ClickHouseFeatures([])
    try await client.insert(
      table.insert, block.parts, at: address, features.insert(shipment))
  }

  /// Returns the partitions in which rows of the shipment have arrived, when no attempt is in
  /// progress any more.
  func partitions(of shipment: Shipment) async throws -> Set<Int> {
    try await waitForInserts(of: shipment)
    if table.replicatedPath != nil { await synchronize() }
    let answer = try await run(table.partitions(of: shipment))
    return Set(answer.split(separator: "\n").compactMap { Int($0) })
  }

  /// An attempt goes on when its sender has died.
  private func waitForInserts(of shipment: Shipment) async throws {
    let sql =
      "SELECT count() FROM system.processes WHERE query_id = "
      + "'\(ClickHouseFeatures.queryID(shipment))'"
    for address in addresses {
      let isDone = try await wait(within: .seconds(60)) {
        do {
          return try await self.client.run(sql, at: address, within: .seconds(10)) == "0\n"
        } catch let error as ClickHouseError where address != self.address && error.code == nil {
          // A replica that is away. What it may have accepted is known to the others.
          return true
        }
      }
      if !isDone { throw ClickHouseError(message: "an earlier INSERT is still in progress") }
    }
  }

  /// Waits for what other replicas have accepted.
  ///
  /// When one of them is away, it may have rows that
  /// no other has yet; then the same block is accepted a second time, and not stored.
  private func synchronize() async {
    _ = try? await client.run(
      "SYSTEM SYNC REPLICA \(table.fullName)", at: address, within: .seconds(10))
  }

  /// Deletes rows; returns false when the server has not finished that yet.
  func delete(_ condition: String) async throws -> Bool {
    guard try await waitForMutations() else { return false }
    // A replica may not have received rows that its mutation has to delete nevertheless.
    if table.replicatedPath == nil, try await count(condition) == 0 { return true }
    _ = try await run("ALTER TABLE \(table.fullName) DELETE WHERE \(condition)")
    // A replica learns of its mutation after the statement has returned: until then it has none.
    return try await wait(within: .seconds(30)) {
      guard try await self.isMutated() else { return false }
      return try await self.count(condition) == 0
    }
  }

  /// Returns the number of rows before that day.
  func count(before day: UInt16) async throws -> Int { try await count(table.rows(before: day)) }

  /// Deletes the rows before that day: whole partitions where possible.
  func prune(before day: UInt16) async throws -> Bool {
    let names = try await run(
      "SELECT DISTINCT partition FROM system.parts WHERE active AND \(table.isThis)")
    for partition in names.split(separator: "\n").compactMap({ Int($0) })
    where EventPartition.isBefore(day, partition: partition) {
      do {
        _ = try await run("ALTER TABLE \(table.fullName) DROP PARTITION \(partition)")
      } catch let error as ClickHouseError where error.isTooLargeToDrop {
        // The rows are deleted below.
      }
    }
    return try await delete(table.rows(before: day))
  }

  func delete(_ positions: [EventPosition]) async throws -> Bool {
    try await delete(table.rows(positions))
  }

  private func count(_ condition: String) async throws -> Int {
    let answer = try await run("SELECT count() FROM \(table.fullName) WHERE \(condition)")
    return Int(answer.prefix { $0.isNumber }) ?? -1
  }

  private func waitForMutations() async throws -> Bool {
    try await wait(within: .seconds(20)) { try await self.isMutated() }
  }

  private func isMutated() async throws -> Bool {
    let sql = "SELECT count() FROM system.mutations WHERE is_done = 0 AND \(table.isThis)"
    return try await run(sql) == "0\n"
  }

  /// Polls a condition; returns false when it has not become true in time.
  private func wait(
    within limit: Duration, _ condition: () async throws -> Bool
  ) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
      guard ContinuousClock.now < deadline else { return false }
      try await Task.sleep(for: .milliseconds(100))
    }
    return true
  }

  private func run(_ sql: String) async throws -> String {
    try await client.run(sql, at: address)
  }
}
