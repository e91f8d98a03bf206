import Foundation
package import Cairn

/// A disk in memory that outlives the SDK's instances, as a real one outlives the app's launches.
public final class TestStorage: Sendable {
  package let files: any FileSystem
  private let launches = Locked<UInt64>(0)

  /// Makes an empty disk.
  public init() { files = VolatileFileSystem(capacity: 256 << 20) }

  static let directory = URL(fileURLWithPath: "/test")

  func nextLaunch() -> UInt64 {
    launches.withLock { launches in
      launches += 1
      return launches
    }
  }
}
