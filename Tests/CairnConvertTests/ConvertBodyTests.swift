import Cairn
import CairnConvert
import CairnTesting
import Foundation
import Testing

@Suite struct ConvertBodyTests {
  @Test("a request equals the documented one, except for its source and the enrichers")
  func documented() async throws {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("u1", segments: ["country": "DE"])
    analytics.convert(
      "u1", data: ["transactionId": "o-1", "amount": 39.95, "productsCount": 1],
      segments: ["country": "DE"])
    await analytics.flush()
    var expected = try fixture("convert-track.json").members
    expected["source"] = "ios-sdk"
    expected["enrichData"] = false
    #expect(scene.network.requests.map(\.json) == [.object(expected)])
    await analytics.close()
  }

  // The client reports a first conversion and its data as one event; the reference and Cairn report
  // two. `source` is a setting.
  @Test("a request is the one that the service's own client for Python sends")
  func officialClient() async throws {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("visitor-1", "30003", "40005")
    analytics.expose("visitor-2")
    analytics.convert(
      "visitor-1", bucketing: ["30003": "40005"],
      segments: ["country": "DE", "visitorType": "returning"])
    analytics.convert(
      "visitor-2", data: ["amount": 39.95, "productsCount": 1, "transactionId": "o-1"])
    await analytics.flush()
    let recorded = try #require(try fixture("official-python-client.json").elements.first).members
    var body = try #require(recorded["body"]).members
    body["source"] = "ios-sdk"
    let request = try #require(scene.network.requests.first)
    #expect(request.json == .object(body))
    #expect(.string(request.url.absoluteString) == recorded["url"])
    let headers = try #require(recorded["headers"]).members
    for (name, value) in headers { #expect(request.header(name).map(Value.string) == value) }
    #expect(request.method == "POST")
    await analytics.close()
  }

  @Test("the secret is a bearer token, and a custom server replaces the service's")
  func address() async {
    let scene = ConvertFixture()
    let analytics = scene.launch(
      secret: "s3cret-of-the-key", server: URL(string: "http://127.0.0.1:8080/"))
    analytics.expose("u1")
    await analytics.flush()
    let request = scene.network.requests.first
    #expect(request?.url.absoluteString == "http://127.0.0.1:8080/v1/track/10001/20002")
    #expect(request?.header("Authorization") == "Bearer s3cret-of-the-key")
    await analytics.close()
  }

  @Test(
    "visitors are in the order of their first event, each once, with their events in order"
  )
  func grouped() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("b")
    analytics.expose("a")
    analytics.convert("b")
    analytics.expose("c")
    analytics.convert("a")
    await analytics.flush()
    #expect(scene.network.requests.map(\.visitorIDs) == [["b", "a", "c"]])
    #expect(
      scene.network.requests.map(\.reports) == [
        ["b 40004", "b 50005", "a 40004", "a 50005", "c 40004"]
      ])
    await analytics.close()
  }

  @Test("a body has at most ten visitors; the others are in the next one, and none is in two")
  func manyVisitors() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    for number in 1...25 { analytics.expose("v\(number)") }
    await analytics.flush()
    #expect(scene.network.requests.map { $0.visitorIDs.count } == [10, 10, 5])
    #expect(scene.arrived == (1...25).map { "v\($0) 40004" })
    #expect(analytics.pending == [0])
    await analytics.close()
  }

  @Test("a body is shorter than a hundred thousand bytes, however long the events are")
  func bounded() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    let long = String(repeating: "é", count: 10_000)
    for number in 1...12 {
      analytics.convert("u", "g\(number)", data: ["customDimension1": .string(long)])
    }
    await analytics.flush()
    #expect(scene.network.requests.allSatisfy { $0.body.count < 100_000 })
    #expect(scene.network.requests.count > 1)
    #expect(scene.arrived == (1...12).map { "u g\($0)" })
    await analytics.close()
  }

  @Test("reports of another project are sent to that project's server")
  func projects() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("u1")
    analytics.expose("u1", project: "777")
    analytics.convert("u1")
    await analytics.flush()
    #expect(
      scene.network.requests.map { $0.url.host } == [
        "20002.metrics.convertexperiments.com", "777.metrics.convertexperiments.com",
        "20002.metrics.convertexperiments.com",
      ])
    #expect(scene.arrived == ["u1 40004", "u1 40004", "u1 50005"])
    await analytics.close()
  }

  @Test("later segments apply to earlier reports; different ones begin another body")
  func segments() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("u1")
    analytics.convert("u1", segments: ["country": "DE"])
    analytics.convert("u1", "50006", segments: ["country": "PT"])
    await analytics.flush()
    let segments = scene.network.requests.map {
      $0.json?.members["visitors"]?.elements.map { $0.members["segments"] }
    }
    #expect(segments == [[["country": "DE"]], [["country": "PT"]]])
    #expect(scene.arrived == ["u1 40004", "u1 50005", "u1 50006"])
    await analytics.close()
  }

  @Test(
    "only reports of experiments are sent to Convert, whatever the name of the event is"
  )
  func accepted() async {
    let scene = ConvertFixture()
    let rename = RedactionRule.custom { event in
      if event.properties["visitor_id"] == "u2" { event.name = "shop.experiment" }
    }
    let analytics = scene.launch(redaction: [rename])
    analytics.track("Experiment Viewed", ["experiment_id": "30003", "variation_id": "40004"])
    analytics.track("Order Completed", ["visitor_id": "u1", "project_id": "20002"])
    analytics.screen("Goal Completed")
    analytics.track(
      "shop.experiment",
      [
        "visitor_id": "u1", "account_id": "10001", "project_id": "20002",
        "experiment_id": "30003", "variation_id": "40004",
      ])
    analytics.expose("u2")
    await analytics.flush()
    #expect(scene.arrived == ["u2 40004"])
    #expect(analytics.ledger().destinations.map(\.filtered) == [4])
    await analytics.close()
  }

  @Test(
    "a report whose project forms no valid host is a dead letter, and blocks nothing",
    arguments: ["evil.example/x", "proj_1", "-1", ""])
  func badProject(project: String) async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("u1", project: project)
    analytics.expose("u2")
    await analytics.flush()
    analytics.expose("u3")
    await analytics.flush()
    #expect(scene.arrived == ["u2 40004", "u3 40004"])
    #expect(analytics.ledger().destinations.map(\.deadLettered) == [1])
    #expect(analytics.pending == [0])
    await analytics.close()
  }

  @Test("a project name may have hyphens, and with a custom server any characters")
  func otherProjects() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    analytics.expose("u1", project: "web-shop")
    await analytics.flush()
    #expect(
      scene.network.requests.map { $0.url.host } == ["web-shop.metrics.convertexperiments.com"])
    await analytics.kill()
    let own = scene.launch(server: URL(string: "http://127.0.0.1:8080"))
    own.expose("u2", project: "proj_1")
    await own.flush()
    #expect(scene.arrived == ["u1 40004", "u2 40004"])
    await own.close()
  }

  @Test("batches sealed for a custom server block nothing when there is none any more")
  func sealedForAnother() async {
    let scene = ConvertFixture()
    scene.network.isOffline = true
    let own = scene.launch(server: URL(string: "http://127.0.0.1:8080"))
    own.expose("u1", project: "proj_1")
    own.expose("u2")
    await own.flush()
    await own.kill()
    scene.network.isOffline = false
    let before = scene.arrived.count
    let analytics = scene.launch()
    analytics.expose("u3")
    for _ in 1...3 { await analytics.flush() }
    #expect(scene.arrived.dropFirst(before) == ["u2 40004", "u3 40004"])
    #expect(analytics.pending == [0])
    await analytics.close()
  }
}

extension Value {
  var members: [String: Value] { if case .object(let members) = self { members } else { [:] } }
  var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }
}
