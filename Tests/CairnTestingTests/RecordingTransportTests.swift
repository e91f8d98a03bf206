import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct RecordingTransportTests {
  /// Starts the SDK's own destination on a network that the test controls.
  func launch(_ transport: RecordingTransport) throws -> TestAnalytics {
    let url = try #require(URL(string: "https://collect.example.com"))
    return TestAnalytics(
      deliveringTo: HTTPDestination(
        endpoint: url, writeKey: "key", compresses: false, transport: transport))
  }

  @Test("the destination gets the planned status, headers, body and failures, in order")
  func story() async throws {
    let transport = RecordingTransport(
      .offline, .status(429, headers: ["Retry-After": "7"]), .status(500, body: "oops"))
    let testing = try launch(transport)
    testing.analytics.track("One", ["n": 1])
    for _ in 1...4 { await testing.analytics.flush() }
    #expect(
      testing.destination.outcomes.dropFirst() == [
        .later(afterSeconds: 7, reason: "status 429"),
        .later(afterSeconds: nil, reason: "status 500"), .accepted,
      ])
    #expect(testing.destination.outcomes[0] != .accepted)
    #expect(transport.requests.map { $0.header("x-retry-count") } == [nil, "1", "2", "3"])
    #expect(Set(transport.requests.map { $0.header("Idempotency-Key") }).count == 1)
    let body = String(decoding: transport.requests[0].body, as: UTF8.self)
    #expect(body.contains(#""event":"One","properties":{"n":1}"#))
  }

  @Test("a transport that is offline fails every request until it is online")
  func offline() async throws {
    let transport = RecordingTransport()
    transport.isOffline = true
    let testing = try launch(transport)
    testing.analytics.track("One")
    #expect(await testing.analytics.flush().pending == 1)
    transport.isOffline = false
    #expect(await testing.analytics.flush().isComplete)
    #expect(await transport.requests(atLeast: 2).count == 2)
    await #expect(throws: URLError.self) {
      transport.answerNext(.offline)
      _ = try await transport.send(transport.requests[0])
    }
  }

  @Test("a server closure that gets the request can return any response")
  func server() async throws {
    let transport = RecordingTransport { request in
      request.header("Authorization") == "Basic a2V5Og==" ? .status(200) : .status(401)
    }
    let testing = try launch(transport)
    testing.analytics.track("One")
    await testing.analytics.flush()
    transport.answerNext(.failure(CancellationError()), .response(HTTPResponse(status: 400)))
    testing.analytics.track("Two")
    await testing.analytics.flush()
    await testing.analytics.flush()
    let row = testing.analytics.ledger().destinations[0]
    #expect(row.delivered == 1)
    #expect(row.deadLettered == 1)
  }
}
