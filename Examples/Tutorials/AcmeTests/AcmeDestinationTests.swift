import Cairn
import CairnExpectations
import Foundation
import Testing

@testable import Acme

@Suite struct AcmeDestinationTests {
  @Test func refusedEventsBecomeDeadLetters() async throws {
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

  @Test func conforms() async throws {
    let url = try #require(URL(string: "https://in.acme.example/events"))
    var conformance = DestinationConformance { transport in
      AcmeDestination(key: "0123456789abcdef", url: url, transport: transport)
    }
    conformance.secrets = ["0123456789abcdef"]
    conformance.variants = ["another key": { AcmeDestination(key: "fedcba9876543210", url: url) }]
    conformance.attemptFields = ["sent"]
    conformance.requestEvents = 200
    await conformance.expectConformance()
  }
}
