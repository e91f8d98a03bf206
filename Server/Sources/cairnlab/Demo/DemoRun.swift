import CairnCollector

/// A demo: collectors ← proxies ← writers; kills; delivery of the rest; proof.
@available(macOS 14, *)
struct DemoRun: Sendable {
  /// The data that remains when the writers have ended.
  private struct Remains: Sendable {
    let network: DemoNetwork
    let crew: WriterCrew
    let reports: [WriterReport]
  }

  let plan: DemoPlan
  let folder: DemoFolder
  let display: Display

  func run() async throws -> DemoResult {
    let start = ContinuousClock.now
    let destinations = try DemoDestination.all(plan, folder)
    let remains = try await DemoDestination.running(destinations) { try await drive(destinations) }
    display.phase(.proving)
    try destinations.first.map { try plan.sabotage?.strike($0.database) }
    let witnesses = remains.crew.folders.map { WitnessRecord(contentsOf: $0.witness) }
    return DemoResult(
      destinations: try remains.network.lines.map { line in
        try result(of: line, witnesses, remains.reports)
      },
      reports: remains.reports, kills: remains.crew.kills,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  private func drive(_ destinations: [DemoDestination]) async throws -> Remains {
    let network = try await DemoNetwork(plan, destinations)
    let crew = try WriterCrew(plan, network.addresses, folder)
    defer { crew.killAll() }
    let meter = DemoMeter(network: network, crew: crew)
    let reports = try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await display.follow(meter) }
      defer { group.cancelAll() }
      var chaos = Chaos(plan, crew)
      try await chaos.run { meter.tracked() }
      display.phase(.delivering)
      return try await crew.finish()
    }
    await network.close()
    return Remains(network: network, crew: crew, reports: reports)
  }

  private func result(
    of line: DemoNetwork.Line, _ witnesses: [WitnessRecord], _ reports: [WriterReport]
  ) throws -> DestinationResult {
    let destination = line.destination
    let rows = reports.flatMap(\.destinations).filter { $0.name == destination.name }
    return DestinationResult(
      name: destination.name,
      proof: Proof(witnesses, try StoredRows(path: destination.database)),
      ledger: LedgerRow(destination.name, sumOf: rows),
      duplicatesReceived: destination.collector.statistics().duplicatesReceived,
      proxy: line.proxy.counts)
  }
}

/// The reason why a demo ended without a successful proof; a sentence for people.
struct DemoFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
