import Cairn
import CairnTesting
import Dispatch
import Foundation

/// The whole SDK on a manual clock and on a disk with planned failures: no flush, no signal of the
/// device, and only the events that the test records.
final class LivenessFixture: Sendable {
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
    _ destinations: [any Destination], host: ManualHost = ManualHost(),
    _ change: (inout Configuration) -> Void = { _ in }
  ) -> Analytics {
    var configuration = Configuration(destinations: destinations)
    configuration.flushInterval = 5
    change(&configuration)
    let launch = launches.withLock { launches in
      launches += 1
      return launches
    }
    configuration = configuration.testing(clock: clock, seed: launch, host: host)
    configuration.seams.files = files
    configuration.seams.installs = installs
    return Analytics(configuration)
  }

  /// Makes disk calls fail according to the plan from now on; none for nil.
  func fail(_ plan: Plan?) { faults.plan.withLock { $0 = plan } }

  /// Advances the clock in steps until the condition holds; returns false when it does not hold
  /// after the maximum number of steps.
  ///
  /// Work that is due by then may take any amount of real time.
  func timeBrings(
    within steps: Int = 1_200, seconds: Double = 1, _ condition: () -> Bool
  ) async -> Bool {
    for _ in 0..<steps {
      if condition() { return true }
      await pass(seconds: seconds)
    }
    return await eventually { condition() }
  }

  /// Advances the clock, and lets the SDK's threads do the work that is due.
  func pass(seconds: Double) async {
    clock.advance(bySeconds: seconds)
    await withCheckedContinuation { done in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { done.resume() }
    }
    // On a busy machine, each step of the SDK's tasks waits for all others; so does each of these.
    for _ in 0..<8 { await turn() }
  }

  /// Returns when a task with the SDK's priority has run.
  ///
  /// It does not await the task itself, which would raise its priority.
  private func turn() async {
    await withCheckedContinuation { done in
      Task.detached(priority: .utility) { done.resume() }
    }
  }
}
