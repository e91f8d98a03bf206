import Cairn
import CairnCollector

/// Reads the progress of a demo.
@available(macOS 14, *)
final class DemoMeter: Sendable {
  private let network: DemoNetwork
  private let crew: WriterCrew
  private let witnesses: Locked<[WitnessMeter]>
  private let start = ContinuousClock.now

  init(network: DemoNetwork, crew: WriterCrew) {
    self.network = network
    self.crew = crew
    witnesses = Locked(crew.folders.map { WitnessMeter(path: $0.witness) })
  }

  func read() -> DemoProgress {
    DemoProgress(
      tracked: tracked(), kills: crew.kills, destinations: network.lines.map(Self.progress),
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  func tracked() -> Int {
    witnesses.withLock { witnesses in
      for index in witnesses.indices { witnesses[index].refresh() }
      return witnesses.reduce(0) { $0 + $1.count }
    }
  }

  private static func progress(_ line: DemoNetwork.Line) -> DestinationProgress {
    let statistics = line.destination.collector.statistics()
    return DestinationProgress(
      name: line.destination.name, stored: statistics.stored,
      duplicates: statistics.duplicatesReceived, proxy: line.proxy.counts, isDown: line.dice.isDown)
  }
}
