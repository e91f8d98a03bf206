#if os(Linux)
import Foundation
import Testing
import ToolTestSupport

/// Real servers of PostgreSQL and HAProxy.
@Suite("The cluster", .serialized)
struct ClusterTests {
  private struct Result: Decodable {
    struct Fault: Decodable { var times: Int }
    struct ClickHouse: Decodable {
      var rows: [Int]
      var distinct: [Int]
      var differentDays: Int
      var seconds: Double?
    }

    var acknowledged: Int
    var rows: Int
    var lost: Int
    var doubled: Int
    var counted: Int
    var wrong: Int
    var acknowledgedWithoutStandby: Int
    var faults: [String: Fault]
    var clickHouse: ClickHouse?
  }

  /// In CI a missing program is a failure, and not a reason to skip.
  private static var canRun: Bool { isInCI || has("haproxy") }
  private static var hasClickHouse: Bool {
    isInCI
      || has("clickhouse-server")
        && FileManager.default.fileExists(atPath: "/usr/share/java/zookeeper.jar")
  }
  private static var isInCI: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

  private static func has(_ program: String) -> Bool {
    ["/usr/sbin/\(program)", "/usr/bin/\(program)"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  @Test(
    "the proof finds lost, doubled and changed rows after each part was killed",
    .enabled(if: canRun, "`Scripts/bootstrap cluster` installs PostgreSQL and HAProxy"))
  func proof() throws {
    // Two minutes in CI.
    var arguments = [
      "cluster", "--json", "--minutes", Self.isInCI ? "2" : "0.1", "--rate", "1500", "--sabotage",
    ]
    if !Self.hasClickHouse { arguments.append("--without-clickhouse") }
    let run = try Command.runLab(arguments)
    #expect(run.status == 1, "\(run.error)")
    let result = try JSONDecoder().decode(Result.self, from: Data(run.output.utf8))
    #expect(result.lost == 2 && result.doubled == 1 && result.counted == result.rows + 1)
    #expect(result.acknowledged >= 1_000 && result.rows >= result.acknowledged - 1)
    #expect(result.wrong == 0 && result.acknowledgedWithoutStandby == 0)
    #expect(result.faults.values.allSatisfy { $0.times >= 1 })
    #expect(run.error.contains("2 acknowledged events are lost"))
    if Self.hasClickHouse {
      // The damage is in PostgreSQL alone.
      let clickHouse = try #require(result.clickHouse)
      #expect(clickHouse.rows == [result.rows + 1, result.rows + 1])
      #expect(clickHouse.distinct == clickHouse.rows && clickHouse.seconds != nil)
      #expect(clickHouse.differentDays > 0 && run.error.contains("days in ClickHouse"))
    }
    // The folder is kept for a look at it.
    for line in run.error.split(separator: "\n") where line.hasPrefix("the folder is kept: ") {
      try FileManager.default.removeItem(atPath: String(line.dropFirst(20)))
    }
  }
}
#endif
