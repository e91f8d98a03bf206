#if os(Linux)
import Foundation
import Testing
import ToolTestSupport

/// Real servers of PostgreSQL and HAProxy.
@Suite("The cluster", .serialized)
struct ClusterTests {
  private struct Result: Decodable {
    struct Fault: Decodable { var times: Int }

    var acknowledged: Int
    var rows: Int
    var lost: Int
    var doubled: Int
    var counted: Int
    var wrong: Int
    var acknowledgedWithoutStandby: Int
    var faults: [String: Fault]
  }

  /// In CI a missing program is a failure, and not a reason to skip.
  private static var canRun: Bool {
    ProcessInfo.processInfo.environment["CI"] == "true"
      || ["/usr/sbin/haproxy", "/usr/bin/haproxy"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
      }
  }

  @Test(
    "each part is killed, and the proof finds the rows that are damaged behind it",
    .enabled(if: canRun, "`Scripts/bootstrap cluster` installs PostgreSQL and HAProxy"))
  func proof() throws {
    // Two minutes in CI, where it is alone on the machine.
    let minutes = ProcessInfo.processInfo.environment["CI"] == "true" ? "2" : "0.1"
    let run = try Command.runLab(
      "cluster", "--json", "--minutes", minutes, "--rate", "1500", "--sabotage")
    #expect(run.status == 1, "\(run.error)")
    let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
    #expect(result.lost == 2 && result.doubled == 1 && result.counted == result.rows + 1)
    #expect(result.acknowledged >= 1_000 && result.rows >= result.acknowledged - 1)
    #expect(result.wrong == 0 && result.acknowledgedWithoutStandby == 0)
    #expect(result.faults.values.allSatisfy { $0.times >= 1 })
    #expect(run.error.contains("2 acknowledged events are lost"))
    // The folder is kept for a look at it.
    for line in run.error.split(separator: "\n") where line.hasPrefix("the folder is kept: ") {
      try FileManager.default.removeItem(atPath: String(line.dropFirst(20)))
    }
  }
}
#endif
