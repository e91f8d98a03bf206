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
}
