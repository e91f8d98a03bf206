import Cairn
import CairnTesting
import Counterparts
import Testing

@Suite("PostHog's own client", .needsPython) struct PostHogClientTests {
  /// The members that differ from run to run, and from machine to machine.
  static let varying: Set = [
    "$os", "$os_distro", "$os_version", "$python_version", "created_at", "sent_at", "timestamp",
    "uuid",
  ]

  @Test(
    "PostHog's own client sends the recorded requests, except for times, ids and the machine",
    arguments: [("posthog", "posthog"), ("posthog_v1", "posthog capture_mode=v1")])
  func recording(script: String, client: String) async throws {
    let lines = try await Python.run("official_client.py", [script], lines: [])
    let recorded = try PostHogGoldenTests.recorded(client)
    #expect(lines.count == 1)
    let sent = try #require(lines.first.flatMap { Value(json: $0.utf8) })
    let paths = JSONDifferences.paths(sent["body"], recorded["body"])
    let names = paths.compactMap { $0.split(separator: ".").last.map(String.init) }
    #expect(Set(names).subtracting(Self.varying) == [])
    #expect(sent["path"] == recorded["path"])
    let headers = [recorded, sent].map { Set(($0["headers"]?.objectValue ?? [:]).keys) }
    #expect(headers[0].isSubset(of: headers[1]))
  }
}
