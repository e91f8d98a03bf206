import CairnCollector
import Logging

/// One demo: collector ← proxy ← writers; chaos; delivery of what is left; proof.
@available(macOS 14, *)
struct DemoRun: Sendable {
  let plan: DemoPlan
  let folder: DemoFolder
  let display: Display

  func run() async throws -> DemoResult {
    let start = ContinuousClock.now
    let collector = try collector()
    let (reports, crew, dice) = try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await collector.run() }
      defer { group.cancelAll() }
      let outcome = try await drive(collector)
      await collector.stop()
      try await group.waitForAll()
      return outcome
    }
    display.phase(.proving)
    try plan.sabotage?.strike(folder.database)
    let witnesses = crew.folders.map { WitnessRecord(contentsOf: $0.witness) }
    let proof = Proof(witnesses, try StoredRows(path: folder.database))
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return DemoResult(
      proof: proof, reports: reports,
      duplicatesReceived: collector.statistics().duplicatesReceived, kills: crew.kills,
      proxy: dice.counts, seconds: seconds)
  }

  private func collector() throws -> Collector {
    var configuration = CollectorConfiguration(databasePath: folder.database)
    configuration.port = 0
    configuration.writeKeys = ["demo": "demo"]
    // Its log would tear the display; what matters here is in the proof.
    let logger = Logger(label: "cairn.collector") { _ in SwiftLogNoOpLogHandler() }
    return try Collector(configuration, logger: logger)
  }

  private func drive(
    _ collector: Collector
  ) async throws -> ([WriterReport], WriterCrew, FaultDice) {
    let dice = FaultDice(share: plan.faults, generator: plan.generator(2))
    let proxy = try await FaultProxy(to: try await collector.boundPort(), dice: dice)
    let crew = try WriterCrew(plan, endpoint: "http://127.0.0.1:\(proxy.port)", folder: folder)
    defer { crew.killAll() }
    let meter = DemoMeter(collector: collector, crew: crew, dice: dice)
    let reports = try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await display.follow(meter) }
      defer { group.cancelAll() }
      var chaos = Chaos(plan, crew)
      try await chaos.run { meter.read().tracked }
      display.phase(.delivering)
      return try await crew.finish()
    }
    await proxy.close()
    return (reports, crew, dice)
  }
}
