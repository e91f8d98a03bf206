import Cairn
import CairnExpectations
import Foundation
import Testing

struct MetricsDestination: Destination {
  let name = "metrics"
  let transport: any HTTPTransport
  let url: URL

  func accepts(_ event: StoredEvent) -> Bool { event.kind == .track }

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    Array(events.map(\.text).joined(separator: "\n").utf8)
  }

  func deliver(_ batch: Batch) async -> Outcome {
    do {
      let response = try await transport.send(HTTPRequest(url: url, body: batch.body))
      return response.status == 200 ? .accepted : .later(afterSeconds: nil, reason: "busy")
    } catch {
      return .later(afterSeconds: nil, reason: "no response")
    }
  }
}

@Suite struct MetricsDestinationTests {
  @Test func aBusyServerIsAskedAgain() async throws {
    let url = try #require(URL(string: "https://metrics.example.com/in"))
    let transport = RecordingTransport(.status(503), .offline, .status(200))
    let testing = TestAnalytics(
      deliveringTo: MetricsDestination(transport: transport, url: url))

    testing.analytics.track("Photo Taken")
    testing.analytics.screen("Camera")  // not accepted
    for _ in 1...3 { await testing.analytics.flush() }

    #expect(
      testing.destination.outcomes == [
        .later(afterSeconds: nil, reason: "busy"),
        .later(afterSeconds: nil, reason: "no response"),
        .accepted,
      ])
    #expect(Set(transport.requests.map(\.body)).count == 1)
    #expect(testing.analytics.ledger().destinations[0].filtered == 1)
  }
}
