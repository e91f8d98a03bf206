import Cairn
import CairnTesting
import Counterparts
import Testing

@Suite("Snowplow's own tracker", .needsPython) struct SnowplowClientTests {
  @Test(
    "Snowplow's own tracker sends the recorded request, except for the identifier and the times")
  func recording() async throws {
    let lines = try await Python.run("official_client.py", ["snowplow"], lines: [])
    let recorded = try SnowplowGoldenTests.recorded()
    #expect(lines.count == 1)
    let sent = try #require(lines.first.flatMap { Value(json: $0.utf8) })
    #expect(
      JSONDifferences.paths(sent["body"], recorded["body"])
        == ["data.0.dtm", "data.0.eid", "data.0.stm"])
    #expect(sent["path"] == recorded["path"])
    #expect(sent["headers"]?["Content-Type"] == recorded["headers"]?["Content-Type"])
  }
}
