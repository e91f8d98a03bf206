import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// The document for decisions at a start, depending on the network and the previous launch.
@Suite struct StartTests {
  @Test(
    "a source requests the configured environment, also one set later, but keeps its own"
  )
  func environment() {
    var configuration = ExperimentsConfiguration(sdkKey: "key")
    configuration.environment = "staging"
    let source = configuration.source as? HTTPExperimentSource
    #expect(source?.environment == "staging")
    #expect(source?.name.hasSuffix("config/key?environment=staging") == true)
    var own = HTTPExperimentSource(key: "key")
    own.environment = "preview"
    configuration = ExperimentsConfiguration(source: own)
    configuration.environment = "staging"
    #expect((configuration.source as? HTTPExperimentSource)?.environment == "preview")
  }

  enum Launch: Sendable {
    case online(ShopDocument)
    case offline
    case status(Int, String)

    var answer: RecordingTransport.Answer {
      switch self {
      case .online(let document): .status(200, headers: ["ETag": "\"1\""], body: document.json)
      case .offline: .offline
      case .status(let status, let body): .status(status, body: body)
      }
    }
  }

  private static let good = ShopDocument(cart: ["c1": 100])
  private static let error = #"{"error":{"code":429,"message":"too many"}}"#

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var launches: [Launch]
    /// The variation that the last launch serves, and the source of its document.
    var variation: String?
    var source: DecisionSource?
    var damagesCache = false
  }

  private static let cases = [
    Case(testDescription: "offline, first launch", launches: [.offline]),
    Case(
      testDescription: "offline, later launch", launches: [.online(good), .offline],
      variation: "c1", source: .cache),
    Case(
      testDescription: "corrupt cache, offline", launches: [.online(good), .offline],
      damagesCache: true),
    Case(
      testDescription: "corrupt cache, online",
      launches: [.online(good), .online(good)], variation: "c1", source: .network,
      damagesCache: true),
    Case(
      testDescription: "an error document with status 200",
      launches: [.online(good), .status(200, error)], variation: "c1", source: .cache),
    Case(
      testDescription: "an error document with status 200, first launch",
      launches: [.status(200, error)]),
    Case(
      testDescription: "an error document with status 500",
      launches: [.online(good), .status(500, error)], variation: "c1", source: .cache),
    Case(
      testDescription: "a good document with status 500",
      launches: [.online(good), .status(500, ShopDocument(cart: ["t1": 100]).json)],
      variation: "c1", source: .cache),
    Case(
      testDescription: "no JSON", launches: [.online(good), .status(200, "<html>")],
      variation: "c1", source: .cache),
    Case(
      testDescription: "unchanged", launches: [.online(good), .status(304, "")],
      variation: "c1", source: .network),
  ]

  @Test("the decisions of a launch use the document in the table", arguments: cases)
  func start(_ item: Case) async throws {
    var testing = TestAnalytics(.quiet)
    for (number, launch) in item.launches.enumerated() {
      if number > 0 { testing = await testing.relaunch() }
      if number > 0, item.damagesCache { try damage(testing) }
      let network = RecordingTransport(otherwise: { _ in launch.answer })
      let source = HTTPExperimentSource(key: "key", transport: network)
      let scene = ExperimentFixture(ExperimentsConfiguration(source: source), testing)
      await scene.experiments.refresh()
      guard number == item.launches.count - 1 else { continue }
      let decision = scene.experiments.context(visitorID: "u1").decide("cart-test")
      #expect(decision.variation?.id == item.variation)
      #expect(decision.source == item.source)
      #expect(decision.reason == (item.variation == nil ? .noDocument : nil))
      let feature = scene.experiments.context(visitorID: "u1").runFeature("cart-layout")
      #expect(feature.status == .disabled)
    }
    await testing.analytics.close()
  }

  /// Damages every copy of a document on the device, in the middle.
  private func damage(_ testing: TestAnalytics) throws {
    let engine = try #require(testing.analytics.engine)
    let (folder, files, _) = engine.file(named: "experiments")
    let names = try files.list(folder)
    #expect(!names.isEmpty)
    for name in names {
      let file = try OpenFile("\(folder)/\(name)", .readWrite, in: files)
      try file.write([UInt8](repeating: 0xA5, count: 40), at: 30)
    }
  }

  @Test(
    "decisions of a newer document than the current one do no harm, and apply again with it")
  func older() async {
    let newer = ShopDocument(cart: ["n1": 100])
    let scene = ExperimentFixture(newer)
    let visitor = scene.experiments.context(visitorID: "u1")
    #expect(visitor.runExperience("cart-test")?.id == "n1")
    visitor.trackConversion("purchase")
    let second = await scene.relaunch(ShopDocument(cart: ["c1": 100]))
    let older = second.experiments.context(visitorID: "u1")
    #expect(older.runExperience("cart-test")?.id == "c1")
    #expect(older.trackConversion("purchase").outcome == .alreadyReported)
    let third = await second.relaunch(newer)
    #expect(third.experiments.context(visitorID: "u1").runExperience("cart-test")?.id == "n1")
    #expect(third.reports == ["u1 n1"])
    await third.testing.analytics.close()
  }
}
