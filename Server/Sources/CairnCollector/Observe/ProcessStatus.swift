import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The resources that this process uses; nil for what the system does not tell.
struct ProcessStatus: Sendable {
  var openDescriptors: Int?
  var maxDescriptors: Int?
  var residentBytes: Int?
  var processorSeconds: Double?

  static func now() -> ProcessStatus {
    var status = ProcessStatus()
    // The folder of the descriptors is one of them while it is read.
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    status.openDescriptors = names.map { $0.count - 1 }
    status.maxDescriptors = DescriptorLimit.current
    if let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) {
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      status.residentBytes = pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }
    status.processorSeconds = Self.processorTime
    return status
  }

  // POSIX defines a million units a second on all systems.
  private static var processorTime: Double { Double(clock()) / 1e6 }
}
