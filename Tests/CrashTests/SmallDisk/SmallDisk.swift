import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A real file system of a few hundred kilobytes, in memory, that is gone with the test.
struct SmallDisk {
  /// Why none can be had; nil when one can.
  static let obstacle: String? = {
    guard geteuid() == 0 else { return "only root may mount a file system" }
    do {
      try SmallDisk(kilobytes: 64).remove()
      return nil
    } catch {
      return "no file system can be mounted here: \(error)"
    }
  }()

  private let scratch: Scratch

  init(kilobytes: Int) throws {
    scratch = try Scratch()
    do {
      try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", scratch.path)
    } catch {
      scratch.remove()
      throw error
    }
  }

  var url: URL { scratch.url }

  /// Whether it may be written to.
  func remount(_ mode: String) throws {
    try Self.run("mount", "-o", "remount,\(mode)", scratch.path)
  }

  /// Also while a file on it is open.
  func remove() {
    try? Self.run("umount", "-l", scratch.path)
    scratch.remove()
  }

  private static func run(_ program: String, _ arguments: String...) throws {
    let (ending, output) = try Child(program, arguments).wait()
    guard ending == .exit(0) else {
      throw Workload.Failure(text: "\(program) \(arguments): \(ending) \(output)")
    }
  }
}
