import Cairn
import CairnTesting
import Dispatch
import Foundation

/// The whole SDK on a clock that only the test moves and on a disk whose calls fail as it says: no flush, no signal of the
/// device, and no event reaches it but those that the test records.
final class LivenessScene: Sendable {
  typealias Plan = @Sendable (FaultyFileSystem.Call) -> FaultyFileSystem.Fault

  private final class Faults: Sendable {
    let plan = Locked<Plan?>(nil)
  }

  let clock = ManualClock()
  private let faults = Faults()
  private let files: any FileSystem
  private let installs = MemoryInstallRecord()
  private let launches = Locked<UInt64>(0)

  init() {
    files = FaultyFileSystem(InMemoryFileSystem(capacity: 64 << 20)) { [faults] call in
      faults.plan.withLock { $0 }?(call) ?? .none
    }
  }

  func launch(
    _ destinations: [any Destination], _ change: (inout Configuration) -> Void = { _ in }
  ) -> Analytics {
    var configuration = Configuration(destinations: destinations)
    configuration.flushInterval = 5
    change(&configuration)
    let launch = launches.withLock { launches in
      launches += 1
      return launches
    }
    configuration = configuration.testing(clock: clock, seed: launch)
    configuration.seams.files = files
    configuration.seams.installs = installs
    return Analytics(configuration)
  }

  /// From here on calls to the disk fail like this; with nil none does.
  func fail(_ plan: Plan?) { faults.plan.withLock { $0 = plan } }

  /// Lets time pass in steps, and nothing else happen, until this is so; false when it is not within so many of them.
  ///
  /// What is due by then may need any time of the machine.
  func timeBrings(
    within steps: Int = 1_200, seconds: Double = 1, _ condition: () -> Bool
  ) async -> Bool {
    for _ in 0..<steps {
      if condition() { return true }
      await pass(seconds: seconds)
    }
    return await eventually { condition() }
  }

  /// Lets time pass, and the SDK's threads do what is due then.
  func pass(seconds: Double) async {
    clock.advance(bySeconds: seconds)
    await withCheckedContinuation { done in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { done.resume() }
    }
    // While the machine is busy, each step of the SDK's tasks waits its turn behind all others; so does each of these.
    for _ in 0..<8 { await turn() }
  }

  /// Returns when a task of the priority of the SDK's has had its turn.
  ///
  /// It does not await the task itself, which would raise its priority.
  private func turn() async {
    await withCheckedContinuation { done in
      Task.detached(priority: .utility) { done.resume() }
    }
  }
}
