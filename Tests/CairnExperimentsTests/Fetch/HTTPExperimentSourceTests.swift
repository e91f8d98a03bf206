import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// The requests to a service, and the meaning of its responses.
@Suite struct HTTPExperimentSourceTests {
  static let key = "sk_live_0123456789"
  let network = RecordingTransport()

  func source(_ change: (inout HTTPExperimentSource) -> Void = { _ in }) -> HTTPExperimentSource {
    var source = HTTPExperimentSource(key: Self.key, transport: network)
    change(&source)
    return source
  }

  private func base(_ text: String) throws -> URL { try #require(URL(string: text)) }

  static let service = "https://cdn-4.convertexperiments.com/api/v1/config/"

  static let requests: [(change: @Sendable (inout HTTPExperimentSource) -> Void, url: String)] = [
    ({ _ in }, service + key),
    ({ $0.key = "100/200" }, service + "100/200"),
    ({ $0.key = "a b/ü" }, service + "a%20b/%C3%BC"),
    ({ $0.environment = "pre production" }, service + key + "?environment=pre%20production"),
    ({ $0.bypassesCaches = true }, service + key + "?_conv_low_cache=1"),
    ({ $0.debugToken = "tok" }, service + key + "?_conv_low_cache=1&debug_token=tok"),
    (
      { ($0.environment, $0.bypassesCaches, $0.debugToken) = ("live", true, "tok") },
      service + key + "?environment=live&_conv_low_cache=1&debug_token=tok"
    ),
  ]

  @Test("the address has the key, and its query the parameters", arguments: requests)
  func address(
    change: @Sendable (inout HTTPExperimentSource) -> Void, url: String
  ) async throws {
    _ = try await source(change).fetch(etag: nil)
    let request = try #require(network.requests.first)
    #expect(request.url.absoluteString == url)
    #expect(request.method == "GET" && request.body.isEmpty)
  }

  @Test("a collector is requested under its own path")
  func collector() async throws {
    let source = HTTPExperimentSource(
      collector: try base("http://127.0.0.1:8080"), writeKey: "KEY", transport: network)
    _ = try await source.fetch(etag: nil)
    #expect(network.requests.first?.url.absoluteString == "http://127.0.0.1:8080/v1/config/KEY")
  }

  @Test("the secret is a bearer token, and the tag of the current document is sent")
  func headers() async throws {
    _ = try await source().fetch(etag: nil)
    _ = try await source { $0.secret = "s3" }.fetch(etag: "\"7\"")
    let (plain, full) = (network.requests[0], network.requests[1])
    #expect(plain.header("Authorization") == nil && plain.header("If-None-Match") == nil)
    #expect(full.header("Authorization") == "Bearer s3")
    #expect(full.header("If-None-Match") == "\"7\"")
    #expect(full.header("Accept") == "application/json")
  }

  static let answers: [(RecordingTransport.Answer, etag: String?, FetchedDocument)] = [
    (.status(200, body: "{}"), nil, .document([123, 125], etag: nil)),
    (
      .status(200, headers: ["ETag": "W/\"2\""], body: "{}"), "\"1\"",
      .document([123, 125], etag: "W/\"2\"")
    ),
    (.status(304), "\"1\"", .unchanged),
  ]

  @Test("200 is a document and 304 none", arguments: answers.indices)
  func answer(index: Int) async throws {
    let (answer, etag, expected) = Self.answers[index]
    network.answerNext(answer)
    #expect(try await source().fetch(etag: etag) == expected)
  }

  static let errors: [(RecordingTransport.Answer, ExperimentSourceError)] = [
    (.status(304), ExperimentSourceError("status 304")),
    (.status(204), ExperimentSourceError("status 204")),
    (.status(301), ExperimentSourceError("status 301")),
    (.status(404, body: "{}"), ExperimentSourceError("status 404")),
    (.status(500, body: KeeperFixture.document("x")), ExperimentSourceError("status 500")),
    (
      .status(429, headers: ["Retry-After": "30"]),
      ExperimentSourceError("status 429", retryAfter: 30)
    ),
    (
      .status(503, headers: ["Retry-After": "Thu, 01 Jan 2026 00:01:00 GMT"]),
      ExperimentSourceError("status 503", retryAfter: 60)
    ),
  ]

  @Test("any other status is an error, whatever the body is", arguments: errors.indices)
  func error(index: Int) async {
    let (answer, expected) = Self.errors[index]
    network.answerNext(answer)
    await #expect(throws: expected) {
      try await source { $0.clock = ManualClock() }.fetch(etag: nil)
    }
  }

  @Test("more than 16 MiB are not accepted")
  func large() async {
    let body = [UInt8](repeating: 0x20, count: HTTPExperimentSource.maximumBytes + 1)
    network.answerNext(.response(HTTPResponse(status: 200, body: body)))
    await #expect(throws: ExperimentSourceError.self) { try await source().fetch(etag: nil) }
  }

  struct Talkative: Error, CustomStringConvertible { var description: String }

  @Test("a transport's error about an address does not reveal the keys in the log")
  func masked() async {
    let secret = "s3cr3t/key with=signs"
    let escaped = "s3cr3t%2Fkey%20with%3Dsigns"
    let token = "dbg-0123456789"
    network.answerNext(
      .failure(
        Talkative(
          description: "GET \(Self.service)\(Self.key)?debug_token=\(token): \(secret) \(escaped)"))
    )
    let hidden = ExperimentSourceError(
      "no response: GET \(Self.service)sk_l…?debug_token=dbg-…: s3cr… s3cr…")
    await #expect(throws: hidden) {
      try await source { ($0.secret, $0.debugToken) = (secret, token) }.fetch(etag: nil)
    }
  }

  @Test("an empty key is a separate problem, which no fetch fixes", arguments: ["", " ", "\n"])
  func empty(key: String) {
    #expect(source { $0.key = key }.problem?.code == .emptyKey)
    #expect(source().problem == nil)
  }

  @Test("sources with other keys or environments have other names, and a token is in none")
  func names() {
    let sources = [
      source(), source { $0.key = "other" }, source { $0.environment = "live" },
    ]
    #expect(Set(sources.map(\.name)).count == 3)
    #expect(source { $0.debugToken = "t" }.name == source().name)
  }
}
