import Cairn
import CairnExpectations
import Foundation
import Testing

@Suite struct AcmeDestinationTests {
  @Test("a destination that is written by following the article conforms")
  func conforms() async throws {
    let url = try #require(URL(string: "https://in.acme.example/events"))
    var conformance = DestinationConformance { transport in
      AcmeDestination(key: "0123456789abcdef", url: url, transport: transport)
    }
    conformance.secrets = ["0123456789abcdef"]
    conformance.variants = ["another key": { AcmeDestination(key: "fedcba9876543210", url: url) }]
    conformance.attemptFields = ["sent"]
    conformance.requestEvents = 200
    await conformance.expectConformance()
    // The same server as the SDK's own destination, with which it shares the circuit breaker.
    let server = HTTPDestination(endpoint: url, writeKey: "key")
    #expect(AcmeDestination(key: "key", url: url).host == server.host)
  }

  @Test func whatAcmeRejectsIsADeadLetter() async throws {
    let url = try #require(URL(string: "https://in.acme.example/events"))
    let transport = RecordingTransport(.status(422, body: #"{"rejected":{"1":"no such name"}}"#))
    let testing = TestAnalytics(
      deliveringTo: AcmeDestination(key: "key", url: url, transport: transport))

    for name in ["Photo Taken", "Foto", "acme_start"] { testing.analytics.track(name) }
    await testing.analytics.flush()

    let row = testing.analytics.ledger().destinations[0]
    #expect(row.delivered == 1)
    #expect(row.deadLettered == 2)
  }

  @Test("the destination of the article has less than 60 lines, and cuts and counts long values")
  func length() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "AcmeDestination.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count < 60)

    let url = try #require(URL(string: "https://in.acme.example/events"))
    let transport = RecordingTransport()
    let testing = TestAnalytics(
      deliveringTo: AcmeDestination(key: "key", url: url, transport: transport))
    testing.analytics.track(String(repeating: "n", count: 200))
    await testing.analytics.flush()
    let adjusted = testing.analytics.diagnostics.snapshot().destinations[0].adjusted
    #expect(adjusted == ["name cut to 100 characters": 1])
  }
}
