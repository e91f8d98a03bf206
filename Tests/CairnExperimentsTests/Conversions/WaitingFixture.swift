import Cairn
import CairnExperiments
import CairnTesting

/// A launch of an app whose document comes from a server that is reachable or not.
struct WaitingFixture {
  let network: RecordingTransport
  let scene: ExperimentFixture

  var experiments: Experiments { scene.experiments }
  var analytics: Analytics { scene.testing.analytics }
  var waiting: Int { analytics.ledger().waitingReports }

  /// Launches the app; each request of the document gets the next of these answers, and then none.
  init(
    _ answers: RecordingTransport.Answer..., on testing: TestAnalytics = TestAnalytics(.quiet),
    key: String = "key"
  ) {
    self.init(answers, testing, key)
  }

  private init(
    _ answers: [RecordingTransport.Answer], _ testing: TestAnalytics, _ key: String = "key"
  ) {
    network = RecordingTransport(otherwise: { _ in .offline })
    for answer in answers { network.answerNext(answer) }
    let source = HTTPExperimentSource(key: key, transport: network)
    scene = ExperimentFixture(ExperimentsConfiguration(source: source), testing)
  }

  /// Waits until the request of the launch is answered and its consequences are settled.
  func settle() async {
    await experiments.keeper.settled()
    await experiments.resolved()
  }

  func refresh() async {
    await experiments.refresh()
    await experiments.resolved()
  }

  /// Kills the app, and launches it again.
  func relaunch(_ answers: RecordingTransport.Answer...) async -> WaitingFixture {
    let next = WaitingFixture(answers, await scene.testing.relaunch())
    await next.settle()
    return next
  }

  func context(_ visitor: String = "u1") -> ExperimentContext {
    experiments.context(visitorID: visitor)
  }

  /// Returns the paths of the files of waiting conversions.
  func files() throws -> [String] {
    guard let folder = analytics.engine?.userFolder(named: "conversions") else { return [] }
    return try folder.files.namesIfPresent(in: folder.path).map { "\(folder.path)/\($0)" }
  }
}

extension RecordingTransport.Answer {
  static func document(
    _ document: ShopDocument = ShopDocument(cart: ["c1": 100]), tag: String = "1"
  ) -> Self {
    .status(200, headers: ["ETag": "\"\(tag)\""], body: document.json)
  }
}
