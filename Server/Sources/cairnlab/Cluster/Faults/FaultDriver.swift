#if canImport(PostgreSQLClient)
import Cairn
import Foundation

/// Kills one part of the cluster after the other, and waits each time until events are acknowledged
/// again.
final class FaultDriver: Sendable {
  struct Record: Sendable {
    var faults: [ClusterFault: Int] = [:]
    /// The longest time without an acknowledgement at each fault.
    var gaps: [ClusterFault: Duration] = [:]
    /// Events that were acknowledged while no standby could have them.
    var acknowledgedWithoutStandby = 0
    var current: ClusterFault?
  }

  private let parts: ClusterParts
  private let acknowledgements: Acknowledgements
  private let state = Locked(Record())

  init(_ parts: ClusterParts, _ acknowledgements: Acknowledgements) {
    self.parts = parts
    self.acknowledgements = acknowledgements
  }

  var record: Record { state.withLock { $0 } }

  /// Kills until the time is over; each part at least once.
  func run(until end: ContinuousClock.Instant) async throws {
    var round = 0
    while round == 0 || ContinuousClock.now < end {
      for fault in faults where round == 0 || ContinuousClock.now < end {
        try await Task.sleep(for: .seconds(1))
        try await strike(fault, round)
      }
      round += 1
    }
  }

  private var faults: [ClusterFault] {
    ClusterFault.allCases.filter { parts.clickHouse != nil || !$0.isBehindDatabase }
  }

  private func strike(_ fault: ClusterFault, _ round: Int) async throws {
    state.withLock { $0.current = fault }
    acknowledgements.resetGap()
    switch fault {
    case .collector:
      let victim = parts.collectors[round % parts.collectors.count]
      victim.kill()
      try await Task.sleep(for: .milliseconds(500))
      try victim.start()
    case .backend: try await parts.database.killBackend()
    case .primary: try await parts.database.failOver()
    case .standbys: try await killStandbys()
    case .balancer:
      parts.balancer.process.kill()
      try parts.balancer.process.start()
    case .shipper, .replica, .zooKeeper: try await strikeClickHouse(fault, round)
    }
    try await recovered()
    let gap = acknowledgements.progress.longestGap
    state.withLock { state in
      state.current = nil
      state.faults[fault, default: 0] += 1
      state.gaps[fault] = max(state.gaps[fault] ?? .zero, gap)
    }
  }

  private func strikeClickHouse(_ fault: ClusterFault, _ round: Int) async throws {
    guard let clickHouse = parts.clickHouse else { return }
    switch fault {
    case .collector, .backend, .primary, .standbys, .balancer: break
    case .shipper:
      for _ in 0..<5 {
        clickHouse.shipper.kill()
        try clickHouse.shipper.start()
        // Each of its steps takes milliseconds.
        try await Task.sleep(for: .milliseconds(Int.random(in: 100...600)))
      }
    case .replica:
      let replica = clickHouse.replicas[round % clickHouse.replicas.count]
      replica.process.kill()
      try await Task.sleep(for: .seconds(1))
      try replica.process.start()
      try await Waiting.until("\(replica.name) answers") { await replica.answers() }
    case .zooKeeper:
      clickHouse.zooKeeper.process.kill()
      try await Task.sleep(for: .seconds(1))
      try clickHouse.zooKeeper.process.start()
    }
  }

  private func killStandbys() async throws {
    let standbys = parts.database.standbys
    for standby in standbys { standby.process.kill() }
    // Answers that were under way when the last standby died.
    try await Task.sleep(for: .milliseconds(300))
    let before = acknowledgements.progress.events
    try await Task.sleep(for: .milliseconds(1_500))
    let after = acknowledgements.progress.events
    state.withLock { $0.acknowledgedWithoutStandby += after - before }
    for standby in standbys { try standby.process.start() }
  }

  /// Waits until all parts are there again and acknowledge events.
  private func recovered() async throws {
    let (database, acknowledgements) = (parts.database, acknowledgements)
    try await Waiting.until("two standbys follow") { await database.followers() == 2 }
    let before = acknowledgements.progress.events
    try await Waiting.until("events are acknowledged") {
      acknowledgements.progress.events > before + 5 * ClusterClient.batch
    }
  }
}

/// The parts of a cluster.
struct ClusterParts: Sendable {
  let database: DatabaseCluster
  let collectors: [ServerProcess]
  let balancer: Balancer
  let clickHouse: ClickHouseCluster?

  var processes: [ServerProcess] {
    database.nodes.map(\.process) + collectors + [balancer.process]
      + (clickHouse?.processes ?? [])
  }
}
#endif
