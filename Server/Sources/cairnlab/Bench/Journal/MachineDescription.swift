import ToolSupport
import Foundation

/// The machine of the measurements.
struct MachineDescription: Codable {
  var system: String
  var processor: String
  var processors: Int
  var memoryBytes: Int
  /// The folder of the files.
  var folder: String

  init(folder: String) {
    let process = ProcessInfo.processInfo
    self.folder = folder
    system = process.operatingSystemVersionString + Self.kernel
    processors = process.activeProcessorCount
    memoryBytes = Int(process.physicalMemory)
    processor = Self.line("/proc/cpuinfo", "model name") ?? "unknown"
  }

  private static var kernel: String {
    let release = try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
    return release.map { ", kernel " + $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
  }

  private static func line(_ file: String, _ key: String) -> String? {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
  }

  var text: String {
    "\(processor), \(processors) processors, \(memoryBytes.inBytes), \(system)"
  }
}
