import Cairn
import CairnConvert
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// Tests all pairs of a general property of an app and a report: the server receives the same as
/// without the property.
@Suite struct ReportMatrixTests {
  /// The names of a report's properties, with values that an app may use.
  static let names: [String: Value] = [
    "account_id": "acme", "bucketing": ["71001": "other"], "custom_segments": ["x"],
    "experiment_id": "banner-7", "experiment_key": "banner", "goal_data": ["amount": 1],
    "goal_id": "g", "goal_key": "goal", "key": "abc", "project_id": "p", "revision": "1",
    "segments": ["country": "XX"], "variation_id": "B", "variation_key": "b",
    "visitor_id": "somebody",
  ]

  enum Source: String, CaseIterable {
    case superProperty, enricher, enricherThatRemoves, enricherThatRenames
  }

  struct Meddler: Enricher {
    let source: Source
    let name: String
    let value: Value

    func enrich(_ event: inout Event) {
      switch source {
      case .superProperty: break
      case .enricher: event.properties[name] = value
      case .enricherThatRemoves: event.properties[name] = nil
      case .enricherThatRenames: event.name = "Renamed"
      }
    }
  }

  /// Returns the requests to two servers, one that measures experiments and one that treats a
  /// report as any other event, after a visitor was shown a variation, reached a goal once, and
  /// three times more.
  private func told(_ source: Source?, _ name: String, _ value: Value) async throws -> [String] {
    let network = RecordingTransport()
    let plain = RecordingTransport()
    let address = try #require(URL(string: "https://collect.example"))
    var configuration = Configuration(destinations: [])
    configuration.diagnostics = { _ in }
    if let source { configuration.enrichers = [Meddler(source: source, name: name, value: value)] }
    let testing = TestAnalytics(
      configuration,
      deliveringTo: ConvertDestination(sdkKey: "10001/20002", transport: network))
    let analytics = testing.analytics
    await analytics.addDestination(
      HTTPDestination(endpoint: address, writeKey: "k", name: "plain", transport: plain))
    if source == .superProperty { analytics.superProperties.register([name: value]) }
    let experiments = Experiments(
      analytics, ExperimentsConfiguration(document: try fixture("document.json").json))
    let visitor = experiments.context(visitorID: "v1")
    visitor.runExperience("cart-test")
    let goal = try #require(Self.goal)
    visitor.trackConversion(goal)
    for number in 1...3 {
      visitor.trackConversion(
        goal, data: [.amount: .int(number)], forceMultipleTransactions: true)
    }
    await analytics.flush()
    #expect(analytics.ledger().destinations.count == 2)
    for row in analytics.ledger().destinations {
      #expect(row.delivered == 5, "\(name): \(row)")
    }
    await analytics.close()
    return network.requests.map { String(decoding: $0.json?.json ?? [], as: UTF8.self) }
      + plain.requests.flatMap(Self.events)
  }

  /// Returns the names and properties of a request's events.
  private static func events(_ request: HTTPRequest) -> [String] {
    let body = Gunzip.member(request.body) ?? request.body
    guard case .array(let events)? = Value(json: body)?["batch"] else { return [] }
    return events.map { event in
      let name = event["event"]?.stringValue ?? ""
      return name + String(decoding: event["properties"]?.json ?? [], as: UTF8.self)
    }
  }

  private static let goal: String? = {
    guard let document = try? fixture("document.json"),
      case .array(let goals)? = document["goals"]
    else { return nil }
    return goals.first?["key"]?.stringValue
  }()

  @Test("super properties and context of an app change no report", arguments: Source.allCases)
  func matrix(source: Source) async throws {
    let expected = try await told(nil, "", .null)
    // There are three for each of the two servers.
    #expect(expected.joined().components(separatedBy: "\"amount\"").count == 7)
    for (name, value) in Self.names.sorted(by: { $0.key < $1.key }) {
      let got = try await told(source, name, value)
      #expect(got == expected, "\(source) \(name)")
    }
  }

  @Test("no call of track() creates a report, with any name and any properties")
  func imitation() async {
    let scene = ConvertFixture()
    let analytics = scene.launch()
    for name in ["Experiment Viewed", "Goal Completed", "Anything"] {
      analytics.track(name, Self.names)
      var conversion = Self.names
      conversion["experiment_id"] = nil
      analytics.track(name, conversion)
    }
    await analytics.flush()
    #expect(scene.arrived == [])
    #expect(analytics.ledger().destinations[0].delivered == 0)
  }

  @Test("reports that an earlier version has left in the journal are read by their names")
  func earlier() async throws {
    let captured = await CapturedEvents.recording { analytics in
      analytics.track("Experiment Viewed", Self.names)
      analytics.track("Goal Completed", Self.names)
      analytics.track("Anything", Self.names)
    }
    let destination = ConvertDestination(sdkKey: "10001/20002")
    #expect(captured.events.filter(destination.accepts).isEmpty)
    let old = captured.events.map { event in
      let text = event.text.replacingOccurrences(of: #","report":false"#, with: "")
      return StoredEvent(
        id: event.id, kind: event.kind, milliseconds: event.milliseconds, json: Array(text.utf8),
        of: event)
    }
    #expect(old.map(destination.accepts) == [true, true, false])
    let reports = old.compactMap { DecodedEvent($0) }.compactMap { ExperimentReport($0) }
    #expect(
      reports.map(\.subject) == [
        .exposure(experienceID: "banner-7", variationID: "B"),
        .conversion(goalID: "g", data: [.amount: 1], bucketing: ["71001": "other"]),
      ])
  }

  @Test("two visitors whose identifiers differ only in code units are two for the server")
  func twins() async throws {
    let scene = try DefectFixture()
    let ids = ["Jos\u{E9}", "Jose\u{301}"]
    for id in ids { scene.experiments.context(visitorID: id).runExperience("cart-test") }
    await scene.testing.analytics.flush()
    let got = scene.network.requests.flatMap(\.visitorIDs)
    #expect(got.map { Array($0.utf8) } == ids.map { Array($0.utf8) })
  }

  @Test("a rule that removes identifiers does not merge visitors")
  func redacted() async throws {
    let network = RecordingTransport()
    var configuration = Configuration(destinations: [])
    configuration.redaction = [.pattern(.email)]
    configuration.diagnostics = { _ in }
    let testing = TestAnalytics(
      configuration, deliveringTo: ConvertDestination(sdkKey: "10001/20002", transport: network))
    let experiments = Experiments(
      testing.analytics, ExperimentsConfiguration(document: try fixture("document.json").json))
    for name in ["ann", "bob", "cat", "dan"] {
      experiments.context(visitorID: "\(name)@example.com").runExperience("cart-test")
    }
    await testing.analytics.flush()
    let visitors = network.requests.flatMap(\.visitorIDs)
    #expect(Set(visitors).count == 4, "\(visitors)")
    #expect(!visitors.contains { $0.contains("@") })
  }
}
