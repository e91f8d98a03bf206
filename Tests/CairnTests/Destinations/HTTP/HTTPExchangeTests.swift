import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct HTTPExchangeTests {
  func outcome(
    _ status: Int, _ headers: [String: String] = [:], body: String = "", secrets: [String] = []
  ) -> Outcome {
    HTTPExchange(secrets: secrets).outcome(
      of: HTTPResponse(status: status, headers: headers, body: Array(body.utf8)),
      at: 1_767_225_600_000)
  }

  @Test(
    "Retry-After is respected up to five minutes, in either form",
    arguments: [
      ("7", 7), ("1.5", 2), ("300", 300), ("301", 300), ("99999999999999999999", 300),
      ("Thu, 01 Jan 2026 00:01:30 GMT", 90), ("Thu, 01 Jan 2099 00:00:00 GMT", 300), ("-1", 0),
      ("soon", nil),
    ] as [(String, Int?)])
  func retryAfter(text: String, seconds: Int?) {
    #expect(
      outcome(503, ["Retry-After": text]) == .later(afterSeconds: seconds, reason: "status 503"))
  }

  @Test("without an answer the batch is retried, and the error's address is not logged")
  func noAnswer() async throws {
    let url = try #require(URL(string: "https://example.com/?key=secret"))
    let transport = RecordingTransport(.offline)
    let answer = await HTTPExchange(transport: transport).send(HTTPRequest(url: url), at: 0)
    #expect(answer.response == nil)
    #expect(
      answer.outcome == .later(afterSeconds: nil, reason: "no response: NSURLErrorDomain -1009"))
  }

  @Test("a refusal keeps the answer, without the secrets")
  func secrets() {
    #expect(
      outcome(400, body: "no project for key abc-def-ghi", secrets: ["abc-def-ghi", "abc"])
        == .refused(
          DeliveryRejection("status 400", status: 400, answer: "no project for key [hidden]")))
    #expect(outcome(400) == .refused(DeliveryRejection("status 400", status: 400)))
    #expect(
      HTTPExchange(secrets: ["abc-def-ghi"]).hidingSecrets(in: "key abc-def-ghi!")
        == "key [hidden]!")
  }

  @Test("a refusal repeats neither a header nor its part after the scheme")
  func headers() throws {
    let url = try #require(URL(string: "https://example.com"))
    let destination = HTTPDestination(
      endpoint: url, writeKey: "write-key", headers: ["Authorization": "Bearer abc-def-ghi"])
    let batch = Batch(key: UUID(), events: [], body: [], attempt: 0, milliseconds: 0)
    let words = "abc-def-ghi, Bearer abc-def-ghi, write-key, Basic d3JpdGUta2V5Og=="
    #expect(
      destination.outcome(of: HTTPResponse(status: 400, body: Array(words.utf8)), for: batch)
        == .refused(
          DeliveryRejection(
            "status 400", status: 400, answer: "[hidden], [hidden], [hidden], [hidden]")))
  }

  @Test("a changed row of the status table applies")
  func table() {
    var statuses = StatusTable.standard
    statuses[404] = .later
    let exchange = HTTPExchange(statuses: statuses)
    #expect(
      exchange.outcome(of: HTTPResponse(status: 404), at: 0)
        == .later(afterSeconds: nil, reason: "status 404"))
  }

  @Test(
    "a secret in a server's address is hidden where an answer repeats it",
    arguments: [
      "https://x.example/v1/batch?key=word%2D7f3a", "https://word-7f3a:other-word@x.example/a",
      "https://user-name:word-7f3a@x.example/a", "https://x.example/a?b=1&word-7f3a",
    ])
  func address(text: String) async throws {
    let url = try #require(URL(string: text))
    let network = RecordingTransport(
      otherwise: { .status(400, body: "\($0.url) is no address, nor is word-7f3a") })
    let destination = HTTPDestination(endpoint: url, writeKey: "key", transport: network)
    let batch = Batch(key: UUID(), events: [], body: [], attempt: 0, milliseconds: 0)
    guard case .refused(let rejection) = await destination.deliver(batch) else {
      Issue.record("it was not refused")
      return
    }
    let answer = try #require(rejection.answer)
    #expect(answer.contains("[hidden]"))
    for secret in ["word-7f3a", "word%2D7f3a"] { #expect(!answer.contains(secret), "\(answer)") }
  }
}
