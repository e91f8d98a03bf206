#if canImport(CryptoKit) || Crypto
import Cairn
import CairnCloudEvents
import CairnTesting
import Counterparts
import Foundation
import Testing

@Suite("Requests are signed by Standard Webhooks") struct WebhookSignatureTests {
  static let secret = "whsec_" + Data("a secret of twenty-six bytes".utf8).base64EncodedString()
  static let other = Data("another one, while it is replaced".utf8).base64EncodedString()

  /// Returns two attempts, ten seconds apart, from this time on.
  func requests(_ texts: [String], at milliseconds: Int64) async throws -> [HTTPRequest] {
    let clock = ManualClock(millisecondsSince1970: milliseconds)
    let scene = try CloudEventsFixture(
      .status(503), clock: clock, secrets: texts.map { try WebhookSecret($0) })
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    clock.advance(bySeconds: 10)
    await scene.analytics.flush()
    return scene.network.requests
  }

  private func signed(_ request: HTTPRequest) -> Value {
    var headers: [String: Value] = [:]
    for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
      headers[name] = request.header(name).map(Value.string)
    }
    return [
      "headers": .object(headers), "body": .string(String(decoding: request.body, as: UTF8.self)),
    ]
  }

  @Test("the identifier stays on a resend, time and signature are those of the attempt")
  func attempts() async throws {
    let requests = try await requests([Self.secret], at: 1_767_225_600_000)
    #expect(requests.map { $0.header("webhook-timestamp") } == ["1767225600", "1767225610"])
    #expect(Set(requests.map { $0.header("webhook-id") }).count == 1)
    #expect(Set(requests.map { $0.header("webhook-signature") }).count == 2)
    #expect(requests[0].body == requests[1].body)
  }

  @Test("the specification's own library verifies them, with either of two secrets", .needsPython)
  func verified() async throws {
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    let requests = try await requests([Self.secret, Self.other], at: now)
    let lines = requests.map { signed($0).json }
    for secret in [Self.secret, Self.other] {
      #expect(
        try await Python.run("verify_webhook.py", [secret], lines: lines)
          == ["verified", "verified"])
    }
  }

  @Test("the specification's own library refuses changed data", .needsPython)
  func altered() async throws {
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    var request = try #require(try await requests([Self.secret], at: now).first)
    request.body[20] ^= 1
    #expect(
      try await Python.run("verify_webhook.py", [Self.secret], lines: [signed(request).json])
        == ["No matching signature found"])
  }

  @Test(
    "a secret that the specification does not permit is refused",
    arguments: ["", "whsec_", "whsec_c2hvcnQ=", "whsec_!", String(repeating: "AAAA", count: 22)])
  func malformed(text: String) {
    #expect(throws: WebhookSecret.Malformed.self) { try WebhookSecret(text) }
  }
}
#endif
