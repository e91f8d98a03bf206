import Foundation
public import Cairn

/// A device in memory that outlives the SDK's instances, as a real one outlives the app's launches.
///
/// It can be made to fail as disks do. Safe to use from any thread.
public final class TestStorage: Sendable {
  package let files: any FileSystem
  package let installs: MemoryInstallRecord
  package let memory: InMemoryFileSystem
  private let trouble: Problem
  private let launches: Locked<UInt64>

  /// The disk's problem, as seen by its calls.
  private final class Problem: Sendable {
    private let state = Locked<StorageProblem?>(nil)

    var problem: StorageProblem? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  /// Creates empty storage without a problem.
  public convenience init() { self.init(InMemoryFileSystem(capacity: 256 << 20)) }

  package init(
    _ memory: InMemoryFileSystem, installs: MemoryInstallRecord = MemoryInstallRecord(),
    launches: UInt64 = 0
  ) {
    let trouble = Problem()
    self.memory = memory
    self.trouble = trouble
    self.installs = installs
    self.launches = Locked(launches)
    files = FaultyFileSystem(memory) { call in trouble.problem?.fault(of: call) ?? .none }
  }

  /// The disk's problem; nil, the initial value, when there is none.
  ///
  /// While it is set, calls fail as they do with such a problem: a full disk can be read but not
  /// written, one that is `.notDurable` writes but confirms nothing, one that is `.locked` is
  /// inaccessible. The disk's content is kept. Events that are recorded meanwhile wait in memory
  /// (`Receipt.buffered`). Once the problem is nil again, a flush writes them, or the passing of
  /// time on the clock. On platforms other than Apple's, whose files are locked with the device,
  /// the ledger reports `.locked` as `.readOnly`.
  public var problem: StorageProblem? {
    get { trouble.problem }
    set { trouble.problem = newValue }
  }

  /// Whether the disk is full, the same as a `problem` of `.noSpace`.
  public var isFull: Bool {
    get { problem == .noSpace }
    set { problem = newValue ? .noSpace : nil }
  }

  /// Returns another device with the same files, as a restored backup or a cloned disk has them.
  ///
  /// Pending events in the copy are not sent from there, since this device sends them.
  public func copyOnAnotherDevice() -> TestStorage {
    TestStorage(InMemoryFileSystem(copying: memory), launches: launches.withLock { $0 } + 1_000)
  }

  static let directory = URL(fileURLWithPath: "/test")

  func nextLaunch() -> UInt64 {
    launches.withLock { launches in
      launches += 1
      return launches
    }
  }
}
