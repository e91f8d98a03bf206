import Foundation
public import Cairn

/// A device in memory that outlives the SDK's instances, as a real one outlives the app's launches.
///
/// It can be told to fail as disks do. Safe to use from any thread.
public final class TestStorage: Sendable {
  package let files: any FileSystem
  package let installs: MemoryInstallRecord
  package let memory: VolatileFileSystem
  private let trouble: Trouble
  private let launches: Locked<UInt64>

  /// What the disk is told to do, reached from inside its calls.
  private final class Trouble: Sendable {
    private let state = Locked<StorageProblem?>(nil)

    var problem: StorageProblem? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  /// Makes an empty one, whose disk is well.
  public convenience init() { self.init(VolatileFileSystem(capacity: 256 << 20)) }

  package init(
    _ memory: VolatileFileSystem, installs: MemoryInstallRecord = MemoryInstallRecord(),
    launches: UInt64 = 0
  ) {
    let trouble = Trouble()
    self.memory = memory
    self.trouble = trouble
    self.installs = installs
    self.launches = Locked(launches)
    files = FaultyFileSystem(memory) { call in trouble.problem?.fault(of: call) ?? .none }
  }

  /// What is wrong with the disk; nil, as at first, when nothing is.
  ///
  /// From here on its calls fail as they do with such a problem: a full disk writes nothing and still reads, one that is
  /// `.notDurable` writes and confirms nothing, one that is `.locked` cannot be reached at all. What is on it stays.
  /// Events that are recorded meanwhile wait in memory (`Receipt.buffered`); once it is nil again, they are written by a
  /// flush, or when time has passed on the clock. Elsewhere than on Apple's systems, whose files are locked with the
  /// device, the ledger calls `.locked` `.readOnly`.
  public var problem: StorageProblem? {
    get { trouble.problem }
    set { trouble.problem = newValue }
  }

  /// Whether the disk is full: the same as a `problem` of `.noSpace`.
  public var isFull: Bool {
    get { problem == .noSpace }
    set { problem = newValue ? .noSpace : nil }
  }

  /// Another device with the same files: what a restored backup or a cloned disk is to the SDK.
  ///
  /// Events that wait in the copy are not sent from there, since this one sends them.
  public func copyOnAnotherDevice() -> TestStorage {
    TestStorage(VolatileFileSystem(copying: memory), launches: launches.withLock { $0 } + 1_000)
  }

  static let directory = URL(fileURLWithPath: "/test")

  func nextLaunch() -> UInt64 {
    launches.withLock { launches in
      launches += 1
      return launches
    }
  }
}
