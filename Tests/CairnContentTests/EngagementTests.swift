import Cairn
import CairnContent
import CairnMixpanel
import CairnPostHog
import CairnTesting
import Foundation
import Testing

/// Groups in front of destinations that do not know them.
@Suite struct EngagementTests {
  let clock = ManualClock()
  let network = RecordingTransport()

  /// Tracks twice, half a second apart; the first delivery, two seconds later, fails, and the
  /// second follows a day later.
  func deliverTwice(to destination: any Destination) async {
    var own = Configuration(destinations: [ContentEngagement(to: destination)])
    own.context = []
    own.flushInterval = 86_400
    own.diagnostics = { _ in }
    let content = ContentAnalytics(Analytics(own.testing(clock: clock)))
    network.answerNext(.offline)
    content.trackAssetView("A")
    clock.advance(bySeconds: 0.5)
    content.trackAssetClick("A")
    clock.advance(bySeconds: 0.25)
    content.trackAssetView("B")
    await content.analytics.flush()
    clock.advance(bySeconds: 86_400)
    await content.analytics.flush()
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
    await content.analytics.close()
  }

  func events() -> [[Value]] {
    network.requests.map { request in
      let body = Value(json: request.body)
      return body?.arrayValue ?? body?["batch"]?.arrayValue ?? []
    }
  }

  @Test("Mixpanel gets a repeated group unchanged, with the time of its last interaction")
  func mixpanel() async {
    var mixpanel = MixpanelDestination(token: "token", transport: network)
    mixpanel.compresses = false
    await deliverTwice(to: mixpanel)
    #expect(network.requests.count == 2)
    #expect(network.requests.first?.body == network.requests.last?.body)
    let times = events().map { $0.map { $0["properties"]?["time"]?.intValue } }
    #expect(
      times == [[1_767_225_600_500, 1_767_225_600_750], [1_767_225_600_500, 1_767_225_600_750]])
  }

  @Test("an unreadable body of groups is refused, and no part of it is passed on")
  func damaged() async {
    let server = RecordingDestination()
    let batch = Batch(
      key: UUID(), events: [], body: Array("{}\nbroken".utf8), attempt: 0, milliseconds: 0)
    #expect(await ContentEngagement(to: server).deliver(batch) == .refused("the body is damaged"))
    #expect(server.batches.isEmpty)
  }

  @Test("PostHog reads in the key of a batch of groups when it was made, at every attempt")
  func postHog() async {
    var postHog = PostHogDestination(apiKey: "phc_key", version: .v1, transport: network)
    postHog.compresses = false
    await deliverTwice(to: postHog)
    let created = network.requests.map { Value(json: $0.body)?["created_at"]?.stringValue }
    #expect(created == ["2026-01-01T00:00:00.750Z", "2026-01-01T00:00:00.750Z"])
    let names = network.requests.map { request in
      request.headers.first { $0.name == "PostHog-Request-Id" }?.value
    }
    #expect(names[0] != nil)
    #expect(names[0] == names[1])
  }
}
