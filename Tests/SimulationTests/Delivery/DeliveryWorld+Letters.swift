import Cairn
import CairnTesting
import Dispatch

extension DeliveryWorld {
  /// Another process puts dead letters back, or discards them, while the destination is idle.
  func change(_ place: Int, _ work: LetterWork) {
    guard accounts[place].isKnown, program?.line(place)?.isIdle ?? true else { return }
    let before = scan().events.count
    let chosen = Set(letters(of: place).keys.filter(work.isChosen))
    guard !chosen.isEmpty else { return }
    let process = disk.makeProcess()
    let isDoomed = work.calls != nil
    if let calls = work.calls, doom == nil {
      let disk = disk
      disk.interrupt(process, afterCalls: calls) { disk.kill(process) }
    }
    let report = perform(work, scenario.plans[place].name, process)
    let isDead = isDoomed && disk.isDead(process)
    disk.kill(process)
    hasNews = true
    records += scan().events.count - before
    if isDead { return accounts[place].doubt(chosen) }
    accounts[place].release(chosen, isReplay: work.isReplay)
    guard report?.events == chosen.count else {
      wrong.append("LETTERS \(String(describing: report)) of \(chosen)")
      return
    }
  }

  private func perform(
    _ work: LetterWork, _ name: String, _ process: DiskProcess
  ) -> DeadLetterManager.Report? {
    let box = DeadLetterManager(
      Launch.folder, destination: name, files: process, clock: clock,
      randomness: SeededRandomness(seed: scenario.seed &+ UInt64(records)))
    let report = Locked<DeadLetterManager.Report?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let isChosen = { (letter: DeadLetter) in
        work.isChosen(SimulatedServer.number(letter.event[...]) ?? -1)
      }
      let result =
        work.isReplay ? try? await box.replay(isChosen) : try? await box.discard(isChosen)
      report.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return report.withLock { $0 }
  }
}
