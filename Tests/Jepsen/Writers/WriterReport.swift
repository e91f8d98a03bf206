import Cairn
import Foundation

/// The state of a writer, as one line of JSON.
struct WriterReport: Codable, Sendable {
  var pending: Int
  var buffered: Int
  var refused: [String: Int]
  var residentBytes: Int
  /// The open descriptors by type.
  var descriptors: [String: Int]
  var problem: String?
  /// The failed disk calls by fault and call.
  var faults: [String: Int]

  init(_ analytics: Analytics, _ disk: DiskSwitch) {
    let ledger = analytics.ledger()
    pending = Int(ledger.destinations.reduce(0) { $0 + $1.pending })
    buffered = ledger.buffered
    refused = Dictionary(
      ledger.refused.map { ($0.key.rawValue, Int($0.value)) }, uniquingKeysWith: +)
    problem =
      ledger.storageProblem?.rawValue ?? ledger.destinations.compactMap(\.problem).first
    residentBytes = Self.residentBytes
    descriptors = Self.openDescriptors
    faults = disk.takeCounts()
  }

  init?(_ line: String) {
    guard let report = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else {
      return nil
    }
    self = report
  }

  var line: String {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private static var openDescriptors: [String: Int] {
    let folder = "/proc/self/fd/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let kinds = names.map { name -> String in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name)
      guard let target else { return "gone" }
      if target.hasSuffix("(deleted)") { return "removed file" }
      if target.hasPrefix("/") { return "\(target.split(separator: "/").last?.suffix(4) ?? "")" }
      return "\(target.prefix { $0 != ":" })"
    }
    return Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The resident memory of this process; 0 if the system does not report it.
  static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
