import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct DeliveryRejectionTests {
  typealias Transport = HTTPDestinationTests.Transport

  let storage = TestStorage()

  /// Returns the dead letters after these responses to one event.
  func letters(
    _ responses: [HTTPResponse], writeKey: String = "write-key-1", headers: [String: String] = [:]
  ) async throws -> [[String: Any]] {
    let transport = Transport()
    transport.responses.withLock { $0 = responses }
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    let server = HTTPDestination(
      endpoint: url, writeKey: writeKey, headers: headers, transport: transport)
    let clock = ManualClock()
    let analytics = await launch(Configuration(destinations: [server]), clock, storage)
    analytics.track("One")
    await analytics.flush()
    await analytics.close()
    let journal = try Journal(
      directory: "/test/key-ef46db3751d8e999/v1/dest/http/dead", files: storage.files,
      clock: clock, randomness: SeededRandomness(seed: 99))
    var reader = JournalReader(journal)
    var texts: [Data] = []
    reader.read(after: SettledPositions()) { item in
      if case .event(_, let payload, _) = item { texts.append(Data(EventRecord.json(payload))) }
      return true
    }
    return try texts.compactMap {
      try JSONSerialization.jsonObject(with: $0) as? [String: Any]
    }
  }

  @Test("a dead letter has the reason, the status and the server's answer")
  func parts() async throws {
    let answer = HTTPResponse(status: 422, body: Array(#"{"error":"no such event"}"#.utf8))
    let letter = try #require(try await letters([answer]).first)
    #expect(letter["reason"] as? String == "status 422")
    #expect(letter["status"] as? Int == 422)
    #expect(letter["answer"] as? String == #"{"error":"no such event"}"#)
    #expect(letter["refusedAt"] as? String == "2026-01-01T00:00:00.000Z")
    #expect((letter["event"] as? [String: Any])?["event"] as? String == "One")
  }

  @Test("an empty answer is left out")
  func emptyAnswer() async throws {
    let letter = try #require(try await letters([HTTPResponse(status: 400)]).first)
    #expect(Set(letter.keys) == ["reason", "status", "refusedAt", "context", "event"])
  }

  @Test("parts of the request in the answer are not stored: the key and custom headers")
  func secrets() async throws {
    let credential = Data("write-key-1:".utf8).base64EncodedString()
    let echo = "got Basic \(credential) for write-key-1 with token s3cret-token"
    let answer = HTTPResponse(status: 400, body: Array(echo.utf8))
    let letter = try #require(
      try await letters([answer], headers: ["X-Token": "s3cret-token"]).first)
    #expect(letter["answer"] as? String == "got [hidden] for [hidden] with token [hidden]")
  }

  @Test("a long text is cut at a character, at 1 024 bytes")
  func cut() {
    let text = "a" + String(repeating: "é", count: 2_000)
    let rejection = DeliveryRejection(text, status: 400, answer: text)
    #expect(rejection.answer == "a" + String(repeating: "é", count: 511))
    #expect(rejection.reason == rejection.answer)
    #expect(DeliveryRejection(String(repeating: "x", count: 1_024)).reason.utf8.count == 1_024)
    let family = String(repeating: "x", count: 1_010) + "👨‍👩‍👧‍👦"
    #expect(DeliveryRejection(family).reason == String(repeating: "x", count: 1_010))
  }

  @Test("a rejection from a text has only a reason")
  func literal() {
    let number = 3
    let rejection: DeliveryRejection = "no \(number)"
    #expect(rejection == DeliveryRejection("no 3", status: nil, answer: nil))
  }
}
