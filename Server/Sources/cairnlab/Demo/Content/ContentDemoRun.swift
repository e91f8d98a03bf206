/// A content demo: Edge Network ← proxy ← writers; kills; delivery of the rest; proof.
@available(macOS 14, *)
struct ContentDemoRun: Sendable {
  let plan: DemoPlan
  let folder: DemoFolder

  func run() async throws -> ContentDemoResult {
    let start = ContinuousClock.now
    let server = try await EdgeServer()
    let dice = FaultDice(
      .flaky, share: plan.faults, seconds: plan.seconds, generator: plan.generator(2))
    let proxy = try await FaultProxy(to: server.port, faults: dice)
    let crew = try WriterCrew(
      plan, [DestinationAddress(name: "adobe", port: proxy.port)], folder)
    defer { crew.killAll() }
    var meters = crew.folders.map { WitnessMeter(path: $0.witness) }
    var chaos = Chaos(plan, crew)
    try await chaos.run {
      for place in meters.indices { meters[place].refresh() }
      return meters.reduce(0) { $0 + $1.count }
    }
    let reports = try await crew.finish()
    await proxy.close()
    await server.close()
    var book = server.book.contents
    if let sabotage = plan.sabotage { book.strike(sabotage) }
    let witnesses = crew.folders.map { WitnessRecord(contentsOf: $0.witness) }
    return ContentDemoResult(
      proof: ContentProof(witnesses, book), book: book, reports: reports, kills: crew.kills,
      proxy: proxy.counts,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }
}
