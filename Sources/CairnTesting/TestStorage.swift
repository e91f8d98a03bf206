import Foundation
package import Cairn

/// A device in memory that outlives the SDK's instances, as a real one outlives the app's launches.
public final class TestStorage: Sendable {
  package let files: VolatileFileSystem
  package let installs: MemoryInstallRecord
  private let launches: Locked<UInt64>

  /// Makes an empty one.
  public convenience init() { self.init(VolatileFileSystem(capacity: 256 << 20)) }

  package init(
    _ files: VolatileFileSystem, installs: MemoryInstallRecord = MemoryInstallRecord(),
    launches: UInt64 = 0
  ) {
    self.files = files
    self.installs = installs
    self.launches = Locked(launches)
  }

  /// Another device with the same files: what a restored backup or a cloned disk is to the SDK.
  ///
  /// Events that wait in the copy are not sent from there, since this one sends them.
  public func copyOnAnotherDevice() -> TestStorage {
    TestStorage(VolatileFileSystem(copying: files), launches: launches.withLock { $0 } + 1_000)
  }

  static let directory = URL(fileURLWithPath: "/test")

  func nextLaunch() -> UInt64 {
    launches.withLock { launches in
      launches += 1
      return launches
    }
  }
}
