import Cairn
import Foundation

/// The writers: kills them, starts them again on the same folders, and collects their ledgers.
final class WriterCrew: Sendable {
  private let plan: DemoPlan
  private let addresses: [DestinationAddress]
  let folders: [WriterFolder]
  private let lives: Locked<[WriterProcess]>
  private let killCount = Locked(0)

  /// Starts all writers.
  init(_ plan: DemoPlan, _ addresses: [DestinationAddress], _ folder: DemoFolder) throws {
    self.plan = plan
    self.addresses = addresses
    folders = try (1...plan.writers).map { try folder.writer($0) }
    let first = try folders.enumerated().map { index, folder in
      try WriterProcess(number: index + 1, folder: folder, addresses: addresses, plan: plan)
    }
    lives = Locked(first)
  }

  /// The number of lives that were ended by SIGKILL.
  var kills: Int { killCount.withLock { $0 } }

  /// Makes a writer track without a pause; returns when it does so, or after a short time.
  func startBurst(_ index: Int) async throws {
    let before = witnessBytes(index)
    life(index).order(.burst)
    let deadline = ContinuousClock.now + .milliseconds(500)
    // This is more than the writer tracks in that time at its own pace.
    while witnessBytes(index) < before + 1_000, ContinuousClock.now < deadline {
      try await Task.sleep(for: .microseconds(200))
    }
  }

  /// Ends a life with SIGKILL, and starts the next one.
  func kill(_ index: Int) async throws {
    let life = life(index)
    life.kill()
    let ending = try await life.ending()
    guard ending == .signalled(SIGKILL) else {
      throw DemoFailure(
        "writer \(index + 1) exited unexpectedly, \(ending); see \(folders[index].log)")
    }
    killCount.withLock { $0 += 1 }
    let next = try WriterProcess(
      number: index + 1, folder: folders[index], addresses: addresses, plan: plan)
    lives.withLock { $0[index] = next }
  }

  /// Makes all writers deliver the rest and exit.
  func finish() async throws -> [WriterReport] {
    for index in folders.indices { life(index).order(.finish) }
    var reports: [WriterReport] = []
    for index in folders.indices {
      let ending = try await life(index).ending()
      guard ending == .exited(0) else { throw failure(index, ending) }
      let data = try Data(contentsOf: folders[index].report)
      reports.append(try JSONDecoder().decode(WriterReport.self, from: data))
    }
    return reports
  }

  /// Kills all writers of a demo that ends early.
  func killAll() {
    for life in lives.withLock({ $0 }) { life.kill() }
  }

  private func witnessBytes(_ index: Int) -> UInt64 {
    let file = FileHandle(forReadingAtPath: folders[index].witness)
    return (try? file?.seekToEnd()) ?? 0
  }

  private func life(_ index: Int) -> WriterProcess { lives.withLock { $0[index] } }

  private func failure(_ index: Int, _ ending: WriterProcess.Ending) -> DemoFailure {
    let number = index + 1
    if ending == .exited(2) {
      return DemoFailure(
        "writer \(number) has delivered no events for \(Int(plan.patienceSeconds)) s; "
          + "its journal is in \(folders[index].journal.path)")
    }
    return DemoFailure("writer \(number) exited with \(ending); see \(folders[index].log)")
  }
}
