import Cairn
import CairnTesting
import Counterparts
import Testing

@Suite("Amplitude's own client", .needsPython) struct AmplitudeClientTests {
  @Test("Amplitude's own client sends the recorded requests")
  func recording() async throws {
    let lines = try await Python.run("official_client.py", ["amplitude"], lines: [])
    let recorded = try AmplitudeGoldenTests.recorded()
    #expect(lines.count == 1)
    let sent = try #require(lines.first.flatMap { Value(json: $0.utf8) })
    #expect(JSONDifferences.paths(sent["body"], recorded["body"]) == [])
    #expect(sent["path"] == recorded["path"])
    #expect(sent["headers"]?["Content-Type"] == recorded["headers"]?["Content-Type"])
  }
}
