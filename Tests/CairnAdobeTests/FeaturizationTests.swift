import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing

@Suite struct FeaturizationTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let network = RecordingTransport()
  let settings = ContentConfiguration([
    "edge.configId": "ds-example", "edge.domain": "edge-eu.example.test",
    "experienceCloud.org": "0123456789ABCDEF01234567@AdobeOrg",
  ])

  func launch(_ values: ContentConfiguration? = nil) -> ContentAnalytics {
    let settings = values ?? settings
    var own = Configuration(destinations: [
      AdobeFeaturization(settings, transport: network),
      AdobeEdgeDestination(settings, transport: Quiet()),
    ])
    own.diagnostics = { _ in }
    return ContentAnalytics(
      Analytics(own.testing(clock: clock, storage: storage)), settings)
  }

  struct Quiet: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200) }
  }

  func register(_ content: ContentAnalytics) async {
    content.registerExperience(
      assets: ["https://img.example.test/hero.jpg"],
      texts: [ContentItem("Summer sale", styles: ["role": "headline"])], ctas: ["Shop now"])
    await content.analytics.flush()
  }

  static let wanted = RecordingTransport.Answer.body(#"{"sendContent":true}"#)

  @Test("an experience that the service does not know is registered with all that it is made of")
  func registered() async throws {
    network.answerNext(Self.wanted, .status(201))
    await register(launch())
    let (check, post) = (network.requests[0], network.requests[1])
    let base = "https://edge-eu.example.test/aca/irl1"
    #expect(check.method == "GET")
    #expect(
      check.url.absoluteString == base
        + "/check/0123456789ABCDEF01234567@AdobeOrg/ds-example/mobile-b014aadff0dc")
    #expect(post.method == "POST")
    #expect(post.url.absoluteString == base + "/")
    let expected = """
      {"content":{"images":[{"value":"https://img.example.test/hero.jpg"}],
       "texts":[{"value":"Summer sale","style":{"role":"headline"}}],"ctas":[{"value":"Shop now"}]},
       "orgId":"0123456789ABCDEF01234567@AdobeOrg","datastreamId":"ds-example",
       "experienceId":"mobile-b014aadff0dc","channel":"mobile"}
      """
    #expect(canonical(post.json) == (try canonical(text: expected)))
  }

  @Test("one that it knows is asked for once a launch, and one that is not found is registered")
  func known() async {
    network.answerNext(.body(#"{"sendContent":false}"#))
    let content = launch()
    await register(content)
    await register(content)
    #expect(network.requests.map(\.method) == ["GET"])
    await content.analytics.engine?.stop()
    network.answerNext(.status(404), .status(200))
    let next = launch()
    await register(next)
    #expect(network.requests.map(\.method) == ["GET", "GET", "POST"])
    #expect(next.analytics.ledger().destinations.map(\.deadLettered) == [0, 0])
  }

  @Test(
    "a failure keeps the task, also across a launch", arguments: [408, 429, 500, 502, 503, 504])
  func failure(status: Int) async {
    network.answerNext(Self.wanted, .status(status))
    let content = launch()
    await register(content)
    #expect(content.analytics.ledger().destinations.map(\.pending) == [1, 0])
    await content.analytics.engine?.stop()
    network.answerNext(Self.wanted, .status(200))
    let next = launch()
    await next.analytics.flush()
    #expect(network.requests.map(\.method) == ["GET", "POST", "GET", "POST"])
    #expect(next.analytics.ledger().destinations.map(\.pending) == [0, 0])
  }

  @Test("without a domain nothing is recorded of a definition")
  func off() async {
    let content = launch(ContentConfiguration(["edge.configId": "ds"]))
    await register(content)
    #expect(network.requests.isEmpty)
    #expect(content.analytics.ledger().recorded == 0)
  }

  @Test("extras that look like a definition are none")
  func lookalike() async {
    let content = launch()
    content.trackAsset("A", extras: ["event": "definition"])
    await content.analytics.flush()
    #expect(network.requests.isEmpty)
    #expect(content.analytics.ledger().destinations.map(\.delivered) == [0, 1])
  }
}
