import CairnCollector

/// The proxies in front of the destinations, and the source of their faults.
@available(macOS 14, *)
struct DemoNetwork: Sendable {
  struct Line: Sendable {
    let destination: DemoDestination
    let proxy: FaultProxy
    let dice: FaultDice
  }

  let lines: [Line]

  init(_ plan: DemoPlan, _ destinations: [DemoDestination]) async throws {
    var lines: [Line] = []
    for (index, destination) in destinations.enumerated() {
      let dice = FaultDice(
        plan.weathers[index], share: plan.faults, seconds: plan.seconds,
        generator: plan.generator(2 + UInt64(index)))
      let port = try await destination.collector.boundPort()
      let proxy = try await FaultProxy(to: port, faults: dice)
      lines.append(Line(destination: destination, proxy: proxy, dice: dice))
    }
    self.lines = lines
  }

  /// The addresses to which the writers send.
  var addresses: [DestinationAddress] {
    lines.map { DestinationAddress(name: $0.destination.name, port: $0.proxy.port) }
  }

  func close() async {
    for line in lines { await line.proxy.close() }
  }
}
