import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Counterparts
import Foundation
import Testing

/// The real destination against Adobe's own OpenAPI document, over HTTP.
@Suite(.needsPython, .needsVendorSchemas) struct EdgeNetworkTests {
  let clock = ManualClock()
  let settings = ContentConfiguration([
    "edge.configId": "ds-default", "contentanalytics.configId": "ds-content",
  ])

  func launch(
    _ network: EdgeNetwork, _ endpoint: AdobeEdgeDestination.Endpoint = .interact
  ) -> ContentAnalytics {
    var own = Configuration(destinations: [
      AdobeEdgeDestination(settings, endpoint: endpoint, server: network.url)
    ])
    own.diagnostics = { _ in }
    return ContentAnalytics(Analytics(own.testing(clock: clock)), settings)
  }

  func identifiers(_ seen: [EdgeNetwork.Seen]) -> [String] {
    seen.flatMap { HTTPRequest(url: settings.here, body: Array($0.body.utf8)).identifiers }
  }

  @Test(
    "requests match Adobe's document",
    arguments: [AdobeEdgeDestination.Endpoint.automatic, .interact, .collect]
  )
  func valid(endpoint: AdobeEdgeDestination.Endpoint) async throws {
    let network = try await EdgeNetwork()
    let content = launch(network, endpoint)
    content.trackAssetView("https://img.example.test/é \"1\".jpg", location: "home/top")
    content.trackAssetClick(
      "https://img.example.test/2.jpg", extras: ["n": 1, "deep": [["a": nil]]])
    let id = content.registerExperience(assets: ["https://img.example.test/2.jpg"], texts: ["Sale"])
    content.trackExperienceView(id)
    await content.analytics.flush()
    let seen = try await network.seen()
    #expect(Set(seen.map(\.status)) == [endpoint == .interact ? 200 : 204])
    #expect(seen.count == (endpoint == .interact ? 3 : 1))
    #expect(Set(identifiers(seen)).count == 3)
    #expect(content.analytics.ledger().destinations.map(\.delivered) == [3])
  }

  @Test("requests that do not match the document are refused: the datastream is required")
  func refused() async throws {
    let network = try await EdgeNetwork()
    let request = HTTPRequest(
      url: network.url.appending(path: "ee/v1/collect"),
      headers: [("Content-Type", "application/json")], body: Array(#"{"events":[]}"#.utf8))
    #expect(try await URLSessionTransport(timeout: 120).send(request).status == 400)
    #expect(try await network.seen().map(\.status) == [400])
  }

  @Test(
    "with any answer, each interaction is counted once, and the state and the hint are sent back",
    arguments: [AdobeEdgeDestination.Endpoint.interact, .collect])
  func scripted(endpoint: AdobeEdgeDestination.Endpoint) async throws {
    let network = try await EdgeNetwork(
      answers: """
        [{"status": 429, "headers": {"Retry-After": "2"}}, {"status": 503}, {"status": 500},
         {"status": 207, "fragments": [
           {"requestId": "r", "errors": [{"status": 503, "title": "An upstream is busy"}]},
           {"requestId": "r", "handle": [
             {"type": "state:store", "payload": [{"key": "k", "value": "v", "maxAge": 100}]},
             {"type": "locationHint:result",
              "payload": [{"scope": "EdgeNetwork", "hint": "or2", "ttlSeconds": 1800}]}]}]}]
        """)
    let content = launch(network, endpoint)
    content.trackAsset("A")
    for pending in [1, 1, 1, 0] as [UInt64] {
      await content.analytics.flush()
      #expect(content.analytics.ledger().destinations.map(\.pending) == [pending])
    }
    content.trackAsset("B")
    await content.analytics.flush()
    let seen = try await network.seen()
    let name = endpoint.rawValue
    #expect(
      seen.map(\.path) == Array(repeating: "/ee/v1/\(name)", count: 4) + ["/ee/or2/v1/\(name)"])
    #expect(seen.map(\.status) == [429, 503, 500, 207, endpoint == .interact ? 200 : 204])
    let names = identifiers(seen)
    #expect(Set(names.prefix(4)).count == 1 && names.count == 5 && names[4] != names[0])
    #expect(
      HTTPRequest(url: settings.here, body: Array(seen[4].body.utf8)).state == ["k=v"])
    #expect(content.analytics.ledger().destinations.map(\.delivered) == [2])
  }
}

extension ContentConfiguration {
  /// Some address.
  fileprivate var here: URL { URL(filePath: "/") }
}
