import Cairn
import CairnCollector

/// Reads how far a demo is.
@available(macOS 14, *)
final class DemoMeter: Sendable {
  private let collector: Collector
  private let crew: WriterCrew
  private let dice: FaultDice
  private let witnesses: Locked<[WitnessMeter]>
  private let start = ContinuousClock.now

  init(collector: Collector, crew: WriterCrew, dice: FaultDice) {
    self.collector = collector
    self.crew = crew
    self.dice = dice
    witnesses = Locked(crew.folders.map { WitnessMeter(path: $0.witness) })
  }

  func read() -> DemoProgress {
    let statistics = collector.statistics()
    return DemoProgress(
      tracked: tracked(), stored: statistics.stored,
      duplicates: statistics.duplicatesReceived, kills: crew.kills, proxy: dice.counts,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }

  private func tracked() -> Int {
    witnesses.withLock { witnesses in
      for index in witnesses.indices { witnesses[index].refresh() }
      return witnesses.reduce(0) { $0 + $1.count }
    }
  }
}
