import Cairn
import CairnTesting
import Counterparts
import Testing

@Suite("Mixpanel's own client", .needsPython) struct MixpanelClientTests {
  /// The members that differ from run to run, by interface.
  static let varying = [
    "/track": ["0.properties.$insert_id", "0.properties.time"],
    "/import": ["0.properties.$insert_id"], "/engage": ["0.$time"],
  ]

  @Test("Mixpanel's own client sends the recorded requests, except for times and identifiers")
  func recording() async throws {
    let lines = try await Python.run("official_client.py", ["mixpanel"], lines: [])
    let sent = lines.compactMap { Value(json: $0.utf8) }
    let paths = sent.map { $0["path"]?.stringValue ?? "" }
    #expect(paths.sorted() == Self.varying.keys.sorted())
    for request in sent {
      let path = try #require(request["path"]?.stringValue)
      let body = try MixpanelGoldenTests.opened(request["body"])
      let recorded = try MixpanelGoldenTests.recorded(path)
      #expect(JSONDifferences.paths(body, recorded) == Self.varying[path])
    }
  }
}
