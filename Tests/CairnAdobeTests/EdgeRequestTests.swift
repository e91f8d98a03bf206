import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import Foundation
import Testing

@Suite struct EdgeRequestTests {
  var scene = EdgeFixture()

  @Test("an asset arrives in the form of the data model")
  func asset() async throws {
    let content = scene.launch()
    let url = "https://img.example.test/hero.jpg"
    for _ in 1...3 {
      content.trackAssetView(url, location: "home/top", extras: ["campaign": "winter"])
    }
    content.trackAssetClick(url, location: "home/top")
    await content.analytics.flush()
    let expected = """
      {"channel":"mobile","idSource":"ContentAnalytics",
       "assets":[{"assetID":"https://img.example.test/hero.jpg","assetSource":"home/top",
         "assetViews":{"value":3.0},"assetClicks":{"value":1.0},
         "assetExtras":{"campaign":"winter"}}]}
      """
    #expect(scene.content.map(canonical) == [try canonical(text: expected)])
    #expect(
      scene.network.requests[0].events[0]["eventType"] as? String == "content.contentEngagement")
  }

  @Test("an experience arrives with its assets, which are not counted themselves")
  func experience() async throws {
    let content = scene.launch()
    let id = content.registerExperience(
      assets: ["https://img.example.test/hero.jpg"], texts: ["Summer sale"], ctas: ["Shop now"])
    content.trackExperienceView(id, location: "home", extras: ["variant": "b"])
    content.trackExperienceView(id, location: "home")
    content.trackExperienceClick(id, location: "home")
    await content.analytics.flush()
    let expected = """
      {"channel":"mobile","idSource":"ContentAnalytics",
       "experience":{"experienceID":"mobile-b014aadff0dc","experienceChannel":"mobile",
         "experienceSource":"home","experienceViews":{"value":2.0},
         "experienceClicks":{"value":1.0},"experienceExtras":{"variant":"b"}},
       "assets":[{"assetID":"https://img.example.test/hero.jpg","assetSource":"home",
         "assetViews":{"value":0},"assetClicks":{"value":0}}]}
      """
    #expect(scene.content.map(canonical) == [try canonical(text: expected)])
  }

  @Test("without a place an experience is in the app, and its assets are its own")
  func noPlace() async throws {
    let content = scene.launch()
    let id = content.registerExperience(assets: ["x.jpg"], texts: [])
    content.trackExperienceView(id)
    content.trackAsset("x.jpg", extras: ["n": 1, "list": [1, true], "text": "as it is"])
    await content.analytics.flush()
    let experience = try #require(scene.content[0]["experience"] as? [String: Any])
    #expect(experience["experienceSource"] as? String == "mobile-app")
    let attached = try #require((scene.content[0]["assets"] as? [[String: Any]])?.first)
    #expect(attached["assetSource"] as? String == id.rawValue)
    let asset = try #require((scene.content[1]["assets"] as? [[String: Any]])?.first)
    #expect(asset["assetSource"] == nil)
    #expect(
      asset["assetExtras"] as? [String: String]
        == ["n": "1", "list": "[1,true]", "text": "as it is"])
  }

  @Test("a request has the user, the content and the datastream")
  func request() async throws {
    let content = scene.launch()
    content.trackAsset("A")
    scene.clock.advance(bySeconds: 1)
    content.trackAsset("A")
    await content.analytics.flush()
    let request = try #require(scene.network.requests.first)
    let url = try #require(URLComponents(url: request.url, resolvingAgainstBaseURL: false))
    #expect(request.method == "POST")
    #expect(url.host == "edge.adobedc.net")
    #expect(url.path == "/ee/v1/interact")
    #expect(url.queryItems?.map(\.name) == ["configId", "requestId"])
    #expect(url.queryItems?.first?.value == "ds-default")
    #expect(request.header("accept") == "application/json")
    #expect(request.header("content-type") == "application/json")
    let meta = """
      {"konductorConfig":{"streaming":{"enabled":true,"recordSeparator":"\\u0000","lineFeed":"\\n"}},
       "sdkConfig":{"datastream":{"original":"ds-default"}}}
      """
    #expect(canonical(request.json["meta"] ?? "") == (try canonical(text: meta)))
    let xdm = try #require(request.json["xdm"] as? [String: Any])
    let identities = xdm["identityMap"] as? [String: [[String: Any]]]
    let person = try #require(identities?["ECID"]?.first)
    #expect((person["id"] as? String)?.count == 38)
    #expect(person["authenticatedState"] as? String == "ambiguous")
    #expect((xdm["implementationDetails"] as? [String: String])?["environment"] == "app")
    // The time of the last interaction, not of sending.
    #expect(request.events.first?["timestamp"] as? String == "2026-01-01T00:00:01.000Z")
  }

  @Test(
    "the address follows from domain, environment and datastream",
    arguments: [
      (["edge.configId": "a"], "https://edge.adobedc.net/ee/v1/interact?configId=a"),
      (
        ["edge.configId": "a", "contentanalytics.configId": "b"],
        "https://edge.adobedc.net/ee/v1/interact?configId=b"
      ),
      (
        ["edge.configId": "a", "edge.environment": "int"],
        "https://edge-int.adobedc.net/ee/v1/interact?configId=a"
      ),
      (
        ["edge.configId": "a", "edge.environment": "pre-prod", "edge.domain": "x.test"],
        "https://x.test/ee-pre-prd/v1/interact?configId=a"
      ),
    ] as [([String: Value], String)])
  func address(values: [String: Value], url: String) async {
    var scene = scene
    scene.settings = ContentConfiguration(values)
    let content = scene.launch()
    content.trackAsset("A")
    await content.analytics.flush()
    #expect(scene.network.requests.first?.url.absoluteString.hasPrefix(url + "&requestId=") == true)
  }

  @Test("a group a request by interact, and all groups of a person in one by collect")
  func endpoints() async {
    let content = scene.launch(.collect)
    for url in ["A", "B", "C"] { content.trackAsset(url) }
    await content.analytics.flush()
    #expect(scene.network.requests.map(\.events.count) == [3])
    #expect(scene.network.requests.map(\.url.path) == ["/ee/v1/collect"])
    let other = EdgeFixture()
    let single = other.launch()
    for url in ["A", "B", "C"] { single.trackAsset(url) }
    await single.analytics.flush()
    #expect(other.network.requests.map(\.events.count) == [1, 1, 1])
    #expect(Set(other.identifiers).count == 3)
  }

  @Test(
    "by default a single group is sent by interact, and several groups of a person by one collect")
  func combined() async {
    let content = scene.launch(.automatic)
    content.trackAsset("A")
    await content.analytics.flush()
    for url in ["A", "B", "C"] { content.trackAsset(url) }
    await content.analytics.flush()
    #expect(scene.network.requests.map(\.events.count) == [1, 3])
    #expect(scene.network.requests.map(\.url.path) == ["/ee/v1/interact", "/ee/v1/collect"])
    content.analytics.identify("ann")
    for url in ["A", "B"] { content.trackAsset(url) }
    content.analytics.identify("bob")
    for url in ["A", "B"] { content.trackAsset(url) }
    await content.analytics.flush()
    #expect(Set(scene.identifiers).count == scene.identifiers.count)
    #expect(content.analytics.ledger().destinations.map(\.delivered) == [8])
    await content.analytics.close()
    #expect(AdobeEdgeDestination(scene.settings).settings.contains("automatic"))
  }

  @Test("a combined request that is too large is divided, down to single groups by interact")
  func divided() async {
    let content = scene.launch(.automatic)
    for url in ["A", "B", "C"] { content.trackAsset(url) }
    scene.network.answerNext(.status(413), .status(204), .status(413), .status(200), .status(200))
    await content.analytics.flush()
    let paths = scene.network.requests.map { "\($0.url.lastPathComponent) \($0.events.count)" }
    #expect(paths == ["collect 3", "interact 1", "collect 2", "interact 1", "interact 1"])
    #expect(content.analytics.ledger().destinations.map(\.delivered) == [3])
    await content.analytics.close()
  }

  @Test("without a datastream nothing is sent and nothing is lost")
  func noDatastream() async {
    var scene = scene
    scene.settings = ContentConfiguration()
    let content = scene.launch()
    content.trackAsset("A")
    await content.analytics.flush()
    #expect(scene.network.requests.isEmpty)
    scene.settings.configId = "found"
    await content.update(scene.settings)
    await content.analytics.flush()
    #expect(scene.network.requests.count == 1)
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
  }
}
