import ToolTestSupport
import Foundation
import Testing

@Suite(.serialized) struct DemoCommandTests {
  func report(_ result: Command.Result) throws -> [String: Any] {
    let json = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(json as? [String: Any], "\(result)")
  }

  @Test("writers that are killed and a network that fails lose nothing and store nothing twice")
  func proof() throws {
    let result = try Command.runLab(
      "demo", "--json", "--events", "3000", "--kills", "8", "--seconds", "6")
    let report = try report(result)
    #expect(result.status == 0, "\(result.error)")
    #expect(report["lost"] as? Int == 0)
    #expect(report["storedTwice"] as? Int == 0)
    #expect(report["kills"] as? Int ?? 0 >= 8)
    #expect(report["tracked"] as? Int ?? 0 >= 3_000)
    #expect(report["requestsFailed"] as? Int ?? 0 > 0)
    #expect((report["destinations"] as? [Any])?.count == 1)
  }

  @Test("however often writers of interactions are killed, each interaction is counted once")
  func content() throws {
    let result = try Command.runLab(
      "demo", "--content", "--json", "--events", "2000", "--kills", "10", "--seconds", "6")
    let report = try report(result)
    #expect(result.status == 0, "\(result.error)")
    let interactions = try #require(report["interactions"] as? Int)
    #expect(interactions >= 2_000)
    #expect(report["counted"] as? Int == interactions)
    #expect(report["lost"] as? Int == 0)
    #expect(report["countedTwice"] as? Int == 0)
    #expect(report["kills"] as? Int ?? 0 >= 10)
    let payloads = try #require(report["payloads"] as? Int)
    // A third of the requests has a fault; some of them had arrived, and are sent again.
    let duplicates = try #require(report["duplicatePayloads"] as? Int)
    #expect((1..<payloads).contains(duplicates))
  }

  @Test(
    "a content demo whose sums differ exits with 1",
    arguments: [("lose", "lost"), ("double", "countedTwice")])
  func contentSabotage(kind: String, finding: String) throws {
    let result = try Command.runLab(
      "demo", "--content", "--json", "--events", "200", "--kills", "2", "--seconds", "2",
      "--sabotage", kind)
    let report = try report(result)
    #expect(result.status == 1)
    #expect(result.error.contains("the sums differ"))
    let interactions = try #require(report["interactions"] as? Int)
    #expect(report["counted"] as? Int != interactions)
    #expect(report[finding] as? Int ?? 0 > 0)
  }

  @Test("each of several destinations has every event, in order, and a ledger that agrees")
  func several() throws {
    let result = try Command.runLab(
      "demo", "--json", "--destinations", "3", "--events", "3000", "--kills", "6", "--seconds", "6")
    let report = try report(result)
    #expect(result.status == 0, "\(result.error)")
    let rows = try #require(report["destinations"] as? [[String: Any]])
    #expect(rows.map { $0["name"] as? String } == ["flaky", "slow", "outage"])
    for row in rows {
      let stored = try #require(row["stored"] as? Int)
      #expect(stored >= report["tracked"] as? Int ?? .max)
      #expect(row["lost"] as? Int == 0)
      #expect(row["outOfOrder"] as? Int == 0)
      #expect(row["delivered"] as? Int == stored)
      #expect(row["accepted"] as? Int == stored)
      #expect(row["balances"] as? Bool == true)
      #expect(row["requestsFailed"] as? Int ?? 0 > 0)
    }
  }

  @Test(
    "the proof detects a lost event, a doubled one and one out of order",
    arguments: ["lose": "lost", "double": "storedTwice", "swap": "outOfOrder"])
  func sabotage(kind: String, finding: String) throws {
    let result = try Command.runLab(
      "demo", "--json", "--events", "500", "--kills", "2", "--seconds", "2", "--sabotage", kind)
    let report = try report(result)
    let rows = try #require(report["destinations"] as? [[String: Any]])
    #expect(result.status == 1)
    #expect(rows.first?[finding] as? Int == 1)
  }
}
