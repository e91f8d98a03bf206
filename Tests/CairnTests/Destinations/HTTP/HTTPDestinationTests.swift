import CZlib
import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct HTTPDestinationTests {
  /// A network with planned responses that records the requests.
  final class Transport: HTTPTransport {
    let requests = Locked<[HTTPRequest]>([])
    let responses: Locked<[HTTPResponse]>

    init(_ responses: HTTPResponse...) { self.responses = Locked(responses) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      requests.withLock { $0.append(request) }
      let next = responses.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { throw URLError(.networkConnectionLost) }
      return next
    }
  }

  let clock = ManualClock()

  func launch(_ transport: Transport, compresses: Bool = true) async throws -> Analytics {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let server = HTTPDestination(
      endpoint: url, writeKey: "key", compresses: compresses, transport: transport)
    return await CairnTests.launch(Configuration(destinations: [server]), clock)
  }

  func body(_ request: HTTPRequest) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
  }

  @Test("the request matches the protocol")
  func request() async throws {
    let transport = Transport(HTTPResponse(status: 200))
    let analytics = try await launch(transport, compresses: false)
    analytics.track("One", ["n": 1])
    analytics.identify("user-1")
    await analytics.flush()
    let request = try #require(transport.requests.withLock { $0.first })
    #expect(request.url.absoluteString == "http://127.0.0.1:1/v1/batch")
    let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
    #expect(headers["Authorization"] == "Basic a2V5Og==")
    #expect(headers["Content-Type"] == "application/json")
    #expect(UUID(uuidString: headers["Idempotency-Key"] ?? "") != nil)
    #expect(headers["X-Retry-Count"] == nil)
    let body = try body(request)
    #expect(
      (body["batch"] as? [[String: Any]])?.map { $0["type"] as? String } == ["track", "identify"])
    #expect(body["sentAt"] as? String == "2026-01-01T00:00:00.000Z")
    let context = try #require(body["context"] as? [String: Any])
    #expect((context["library"] as? [String: String])?["name"] == "cairn")
    #expect(context["launch"] is String)
  }

  @Test("a resend has the same key and body, and a new time of sending")
  func resend() async throws {
    let transport = Transport(HTTPResponse(status: 503), HTTPResponse(status: 200))
    let analytics = try await launch(transport)
    analytics.track("One")
    await analytics.flush()
    clock.advance(bySeconds: 5)
    await analytics.flush()
    let requests = transport.requests.withLock { $0 }
    #expect(requests.count == 2)
    let keys = requests.map { $0.headers.first { $0.name == "Idempotency-Key" }?.value }
    #expect(keys[0] == keys[1])
    #expect(requests[1].headers.contains { $0.name == "X-Retry-Count" && $0.value == "1" })
    // The sealed part is the same; the suffix and the total check differ.
    let length = requests[0].body.count
    #expect(length == requests[1].body.count)
    #expect(requests[0].body.prefix(length - 60) == requests[1].body.prefix(length - 60))
    #expect(requests[0].body != requests[1].body)
  }

  @Test(
    "each status has the outcome that keeps events that could still be delivered",
    arguments: [
      (200, 0, 1, 0), (202, 0, 1, 0), (204, 0, 1, 0), (301, 2, 0, 0), (400, 0, 0, 2),
      (401, 2, 0, 0),
      (402, 2, 0, 0), (403, 2, 0, 0), (404, 2, 0, 0), (408, 2, 0, 0), (410, 2, 0, 0),
      (413, 0, 0, 2), (415, 0, 0, 2), (422, 0, 0, 2), (425, 2, 0, 0), (429, 2, 0, 0),
      (460, 2, 0, 0), (500, 2, 0, 0), (501, 0, 0, 2), (502, 2, 0, 0), (503, 2, 0, 0),
      (505, 0, 0, 2), (507, 2, 0, 0),
    ])
  func statuses(status: Int, pending: Int, delivered: Int, dead: Int) async throws {
    let answers = (0..<8).map { _ in HTTPResponse(status: status) }
    let transport = Transport()
    transport.responses.withLock { $0 = answers }
    let analytics = try await launch(transport)
    analytics.track("One")
    analytics.track("Two")
    await analytics.flush()
    let row = analytics.ledger().destinations[0]
    #expect(row.pending == UInt64(pending))
    #expect(row.delivered == UInt64(delivered * 2))
    #expect(row.deadLettered == UInt64(dead))
    #expect(row.balances)
  }

  @Test("without an answer everything is kept")
  func noAnswer() async throws {
    let analytics = try await launch(Transport())
    analytics.track("One")
    let result = await analytics.flush()
    #expect(result.pending == 1)
    #expect(result.destinations[0].problem?.contains("no response") == true)
  }

  @Test(
    "answers for each event are respected, in any order",
    arguments: ["", "utf16", "deep", "members"])
  func answers(form: String) async throws {
    let transport = Transport()
    let analytics = try await launch(transport, compresses: false)
    for number in 1...5 { analytics.track("Event \(number)") }
    // The identifiers are known only after the events were sent once.
    await analytics.flush()
    let request = try #require(transport.requests.withLock { $0.first })
    let batch = try #require(body(request)["batch"] as? [[String: Any]])
    let ids = batch.compactMap { $0["messageId"] as? String }
    let results = [
      ["messageId": ids[3], "result": "refused", "reason": "no user"],
      ["messageId": ids[0], "result": "ok"], ["messageId": ids[1], "result": "duplicate"],
      ["messageId": ids[2], "result": "retry"],
      ["messageId": ids[4], "result": "conflict", "reason": "another event"],
    ]
    var json = String(
      decoding: try JSONSerialization.data(withJSONObject: ["results": results]), as: UTF8.self)
    let brackets = (String(repeating: "[", count: 200), String(repeating: "]", count: 200))
    if form == "deep" { json = "{\"more\":\(brackets.0)\(brackets.1),\(json.dropFirst())" }
    if form == "members" {
      json.replace("\"result\":", with: "\"at\":null,\"n\":[1.5],\"result\":")
    }
    let answer = try #require(json.data(using: form == "utf16" ? .utf16 : .utf8))
    transport.responses.withLock { $0 = [HTTPResponse(status: 200, body: [UInt8](answer))] }
    await analytics.flush()
    let row = analytics.ledger().destinations[0]
    #expect(row.delivered == 2)
    #expect(row.deadLettered == 2)
    #expect(row.pending == 1)
    #expect(row.balances)
  }
}
