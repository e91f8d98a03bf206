package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A real file system of a few hundred kilobytes in memory, which is removed after the test.
package struct SmallDisk: Sendable {
  /// The reason why it is not available; nil when it is.
  package static let obstacle: String? = {
    guard geteuid() == 0 else { return "only root may mount a file system" }
    do {
      try SmallDisk(kilobytes: 64).remove()
      return nil
    } catch {
      return "no file system can be mounted here: \(error)"
    }
  }()

  /// Whether tests that need it run: also when it is not available, if they must fail then.
  package static var isDue: Bool { obstacle == nil || Obligation.isInCI }

  private let scratch: Scratch

  package init(kilobytes: Int) throws { try self.init(kilobytes: kilobytes, on: try Scratch()) }

  /// Mounts it on a folder that is created, and removed with the disk.
  package init(kilobytes: Int, at path: String) throws {
    let scratch = Scratch(at: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try self.init(kilobytes: kilobytes, on: scratch)
  }

  private init(kilobytes: Int, on scratch: Scratch) throws {
    self.scratch = scratch
    do {
      try Self.run(
        "mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", scratch.path)
    } catch {
      scratch.remove()
      throw error
    }
  }

  package var url: URL { scratch.url }

  /// Remounts it as writable or read-only.
  package func remount(_ mode: String) throws {
    try Self.run("mount", "-o", "remount,\(mode)", scratch.path)
  }

  /// Removes it, even while a file on it is open.
  package func remove() {
    try? Self.run("umount", "-l", scratch.path)
    scratch.remove()
  }

  private static func run(_ program: String, _ arguments: String...) throws {
    let (ending, output) = try Child(program, arguments).wait()
    guard ending == .exit(0) else {
      throw MachineFailure(text: "\(program) \(arguments): \(ending) \(output)")
    }
  }
}
