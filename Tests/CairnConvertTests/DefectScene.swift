import Cairn
import CairnConvert
import CairnExperiments
import CairnTesting
import Foundation

/// An app with experiments whose reports go to Convert, which is a stub; on a device in memory, that can be launched
/// again.
struct DefectScene {
  let testing: TestAnalytics
  let experiments: Experiments
  let network: RecordingTransport

  /// `transport` is what is in front of the network, if anything.
  init(
    _ network: RecordingTransport = RecordingTransport(), transport: (any HTTPTransport)? = nil,
    storage: TestStorage = TestStorage()
  ) throws {
    var configuration = Configuration(destinations: [])
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    configuration.retry.firstDelay = 1
    self.network = network
    testing = TestAnalytics(
      configuration,
      deliveringTo: ConvertDestination(sdkKey: "10001/20002", transport: transport ?? network),
      storage: storage)
    experiments = Experiments(
      testing.analytics, ExperimentsConfiguration(document: try fixture("document.json").json))
  }

  func expose(_ visitors: ClosedRange<Int>) {
    for number in visitors {
      experiments.context(visitorID: "v\(number)").runExperience("cart-test")
    }
  }

  /// The next launch, after a kill.
  func relaunch() async throws -> DefectScene {
    await testing.analytics.engine?.stop()
    return try DefectScene(network, storage: testing.storage)
  }

  /// Whose exposure arrived, as often as it did, in order.
  var arrived: [String] { network.requests.flatMap(\.visitorIDs) }

  /// Lets a second pass, and others do what is due.
  func pass() async {
    testing.clock.advance(bySeconds: 1)
    await Task.yield()
  }

  var pending: UInt64 { testing.analytics.pending.first ?? 0 }
}

extension TestStorage {
  /// The same device with what is on its disk now: what a process that is killed at this moment leaves.
  ///
  /// No two launches may have the same number: what they take for chance follows from it.
  func asOfNow(before launch: Int) -> TestStorage {
    TestStorage(
      InMemoryFileSystem(copying: memory), installs: installs, launches: 1_000 * UInt64(launch))
  }
}

extension ClosedRange<Int> {
  var visitors: [String] { map { "v\($0)" } }
}
