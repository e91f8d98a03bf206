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

  func launch(
    _ values: ContentConfiguration? = nil, _ change: (inout Configuration) -> Void = { _ in }
  ) -> ContentAnalytics {
    let settings = values ?? settings
    var own = Configuration(destinations: [
      AdobeFeaturization(settings, transport: network),
      AdobeEdgeDestination(settings, transport: Quiet()),
    ])
    own.diagnostics = { _ in }
    change(&own)
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

  @Test("an experience that the service does not know is registered with its content")
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

  @Test("a known experience is requested once per launch, and one that is not found is registered")
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
    "a failed registration is retried, also in the next launch",
    arguments: [408, 429, 500, 502, 503, 504])
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

  @Test("while consent is pending nothing is requested or registered; once granted, it is")
  func pending() async {
    let content = launch { $0.defaultConsent = .pending }
    await register(content)
    #expect(network.requests.isEmpty)
    network.answerNext(Self.wanted)
    content.analytics.setConsent(.granted)
    await content.analytics.flush()
    #expect(network.requests.map(\.method) == ["GET", "POST"])
  }

  @Test(
    "an experience registered under denied consent is not requested until its use with consent"
  )
  func denied() async throws {
    let content = launch { $0.defaultConsent = .denied }
    await register(content)
    #expect(content.analytics.ledger().recorded == 0)
    content.analytics.setConsent(.granted)
    await content.analytics.flush()
    #expect(network.requests.isEmpty)
    content.trackExperienceView(ExperienceID(try #require(content.definitions?.all.first).id))
    await content.analytics.flush()
    #expect(network.requests.map(\.method) == ["GET"])
  }

  @Test(
    "a definition that waits when consent is denied, for all or its category, is not registered",
    arguments: [true, false])
  func deniedLater(forAll: Bool) async {
    let content = launch { $0.consentCategories = ["adobe.featurization": [.functional]] }
    content.analytics.setConsent([.functional: .pending])
    await register(content)
    #expect(content.analytics.ledger().destinations.map(\.pending) == [1, 0])
    if forAll {
      content.analytics.setConsent(.denied)
    } else {
      content.analytics.setConsent([.functional: .denied])
    }
    content.analytics.setConsent(.granted)
    await content.analytics.flush()
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0, 0])
    #expect(network.requests.isEmpty)
    #expect(content.analytics.ledger().balances)
  }

  @Test("an answer to a cancelled request has no effect")
  func cancelled() async throws {
    let capture = RecordingDestination(inFrontOf: AdobeFeaturization(settings, transport: network))
    network.isOffline = true
    let content = launch { $0.destinations = [capture] }
    await register(content)
    let batch = try #require(capture.batches.first)
    let slow = EdgePrivacyTests.Slow(#"{"sendContent":true}"#)
    let featurization = AdobeFeaturization(settings, transport: slow)
    let request = Task { await featurization.deliver(batch) }
    var asked = slow.asked.stream.makeAsyncIterator()
    await asked.next()
    request.cancel()
    slow.told.continuation.yield()
    // A second request, if there is one, gets a response too.
    slow.told.continuation.yield()
    #expect(await request.value == .later(afterSeconds: nil, reason: "cancelled"))
    #expect(slow.methods.withLock { $0 } == ["GET"])
  }

  @Test("the address of a custom server may end with a slash or without one")
  func slash() async throws {
    for (number, text) in ["https://proxy.test/adobe", "https://proxy.test/adobe/"].enumerated() {
      let capture = RecordingDestination(
        inFrontOf: AdobeFeaturization(
          settings, server: URL(string: text), transport: network))
      network.answerNext(Self.wanted)
      var own = Configuration(destinations: [capture])
      own.diagnostics = { _ in }
      let analytics = Analytics(own.testing(clock: clock, storage: TestStorage()))
      await register(ContentAnalytics(analytics, settings))
      #expect(
        network.requests.dropFirst(2 * number).map(\.url.absoluteString) == [
          "https://proxy.test/adobe/aca/irl1/check/0123456789ABCDEF01234567@AdobeOrg/ds-example/mobile-b014aadff0dc",
          "https://proxy.test/adobe/aca/irl1/",
        ])
    }
  }

  @Test("extras that look like a definition do not register an experience")
  func lookalike() async {
    let content = launch()
    content.trackAsset("A", extras: ["event": "definition"])
    await content.analytics.flush()
    #expect(network.requests.isEmpty)
    #expect(content.analytics.ledger().destinations.map(\.delivered) == [0, 1])
  }
}
