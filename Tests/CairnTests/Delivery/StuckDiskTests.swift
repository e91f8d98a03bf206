import Cairn
import CairnTesting
import Foundation
import Testing

/// P9: the app's own tasks never wait for the SDK's disk.
@Suite(.serialized) struct StuckDiskTests {
  /// The disk work of the SDK for which no caller waits.
  enum Work: String, CaseIterable, Sendable {
    case sealing, pruning, forgetting, erasing, retrying
    /// The sync of the interval, and the syncs before a request.
    case syncing, committing

    /// The sync policy of the work; by default nothing is synced.
    var syncPolicy: SyncPolicy {
      switch self {
      case .syncing: .interval(seconds: 1)
      case .committing: .interval(seconds: 3_600)
      default: .never
      }
    }

    func isMeant(_ call: FaultyFileSystem.Call) -> Bool {
      switch self {
      case .syncing, .committing: call.name == "sync"
      case .sealing: call.name == "create" && call.path.hasSuffix(".body")
      case .pruning: call.name == "list" && call.path.hasSuffix("/log")
      case .forgetting: call.name == "move"
      case .erasing: call.name == "remove" || call.name == "rmdir"
      case .retrying: call.name == "write"
      }
    }
  }

  /// A number greater than that of the threads for tasks.
  private let count = ProcessInfo.processInfo.activeProcessorCount + 1
  private let clock = ManualClock()
  private let stuck = StuckCalls()

  private func start(_ number: Int, _ storage: TestStorage, _ work: Work) -> Analytics {
    var configuration = Configuration(destinations: [RecordingDestination()])
    configuration.flushAt = work == .syncing ? 100_000 : 1
    if work == .syncing { configuration.flushInterval = 86_400 }
    configuration.syncPolicy = work.syncPolicy
    configuration.journal.age = 3_600
    configuration = configuration.testing(clock: clock, storage: storage, seed: UInt64(number))
    configuration.seams.files = stuck.files(configuration.seams.files)
    return Analytics(configuration)
  }

  @Test(
    "a disk call that hangs blocks no task of the app", .timeLimit(.minutes(60)),
    arguments: Work.allCases)
  func hanging(_ work: Work) async {
    let storages = (0..<count).map { _ in TestStorage() }
    let instances = storages.enumerated().map { start($0.offset, $0.element, work) }
    for instance in instances { await instance.flush() }
    // The retention sleeps until its next run.
    if work == .pruning { await clock.waitForSleeper(forSeconds: 10...10) }
    if work == .retrying { for storage in storages { storage.isFull = true } }
    stuck.hold { work.isMeant($0) }
    await stuck.letThrough {
      for instance in instances {
        switch work {
        case .forgetting: Task.detached { try? await instance.erase() }
        case .erasing: instance.setConsent(.denied)
        default: instance.track("Event")
        }
      }
    }
    let all = await stuck.areStuck(count) { [clock] in clock.advance(bySeconds: 1) }
    #expect(all, "\(stuck.count) of \(count) got as far as the disk")
    for priority in [TaskPriority.utility, .medium, .high] {
      #expect(await stuck.poolIsFree(priority), "\(work): tasks of \(priority) wait for the disk")
    }
    for storage in storages { storage.isFull = false }
    stuck.letGo()
    for instance in instances { await instance.close(flushingForSeconds: 0) }
  }
}
