import Foundation
import Testing
import ToolTestSupport

/// A client during each attack on a collector in a separate process.
///
/// `cairnlab bench attack` measures the collector's promises, p99 below 250 ms and less than 150
/// MB, in a release build on a quiet machine. The limits here are wider, for a debug build on a
/// busy machine.
@Suite(.serialized) struct AttackTests {
  struct Report: Decodable {
    struct Row: Decodable {
      struct Latencies: Decodable {
        var p50, p99: Int
      }

      var attack, row: String
      var stored, turnedAway, peakRSSBytes, databaseBytes: Int
      var requestNanos: Latencies
      var attackers: [String: Int]
    }

    var attacks: [Row]
  }

  static let attacks = [
    "largeDefaults", "manyMembers", "storage", "unknownKey", "unpackedByStrangers", "slowHeads",
    "slowBodies", "readers", "oneKey",
  ]

  @Test(
    "during an attack, a well-behaved client is served, and the collector uses little memory",
    arguments: attacks)
  func attack(name: String) throws {
    let result = try Command.runLab(
      "bench", "attack", "--json", "--seconds", "3", "--only", name)
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    let row = try #require(report.attacks.first, "\(result)")
    #expect(report.attacks.map(\.attack) == [name])
    // Every batch was stored, possibly after a long time, and there were attackers.
    #expect(row.turnedAway == 0 && row.stored > 0, "\(row)")
    #expect(!row.attackers.isEmpty, "\(row)")
    #expect(row.requestNanos.p99 < 10_000_000_000, "\(row)")
    #expect(row.peakRSSBytes < 200_000_000, "\(row)")
  }

  @Test("an unknown attack is refused")
  func unknown() throws {
    #expect(try Command.runLab("bench", "attack", "--only", "everything").status == 64)
  }
}
