import Foundation
import Testing

@Suite(.serialized) struct DemoCommandTests {
  func report(_ output: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }

  @Test("writers that are killed and a network that fails lose nothing and store nothing twice")
  func proof() throws {
    let result = try Command.run("demo", "--json", "--events", "3000", "--kills", "8")
    let report = try report(result.output)
    #expect(result.status == 0)
    #expect(report["lost"] as? Int == 0)
    #expect(report["storedTwice"] as? Int == 0)
    #expect(report["kills"] as? Int ?? 0 >= 8)
    #expect(report["tracked"] as? Int ?? 0 >= 3_000)
    #expect(report["requestsFailed"] as? Int ?? 0 > 0)
  }

  @Test("the proof sees a loss when there is one", arguments: ["lose", "double"])
  func sabotage(kind: String) throws {
    let result = try Command.run(
      "demo", "--json", "--events", "500", "--kills", "2", "--sabotage", kind)
    let report = try report(result.output)
    #expect(result.status == 1)
    #expect(report[kind == "lose" ? "lost" : "storedTwice"] as? Int == 1)
  }
}
