import Cairn
import CairnConvert
import CairnExperiments
import CairnTesting
import Foundation

/// An app with experiments whose reports go to a stub of Convert, on a device in memory that can be
/// launched repeatedly.
struct DefectFixture {
  let testing: TestAnalytics
  let experiments: Experiments
  let network: RecordingTransport

  /// Creates a scene; `transport` wraps the network, if there is one.
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
      deliveringTo: ConvertDestination(
        sdkKey: "10001/20002", schedule: nil, transport: transport ?? network),
      storage: storage)
    experiments = Experiments(
      testing.analytics, ExperimentsConfiguration(document: try fixture("document.json").json))
  }

  func expose(_ visitors: ClosedRange<Int>) {
    for number in visitors {
      experiments.context(visitorID: "v\(number)").runExperience("cart-test")
    }
  }

  /// Returns the next launch, after a kill.
  func relaunch() async throws -> DefectFixture {
    await testing.analytics.engine?.stop()
    return try DefectFixture(network, storage: testing.storage)
  }

  /// The visitors whose exposures arrived, in order and with repetitions.
  var arrived: [String] { network.requests.flatMap(\.visitorIDs) }

  /// Advances the clock by a second, and lets other tasks run.
  func pass() async {
    testing.clock.advance(bySeconds: 1)
    await Task.yield()
  }

  var pending: UInt64 { testing.analytics.pending.first ?? 0 }
}

extension TestStorage {
  /// Returns the same device with the current contents of its disk, as a process that is killed now
  /// leaves it.
  ///
  /// Launches must have different numbers, because their random numbers depend on them.
  func asOfNow(before launch: Int) -> TestStorage {
    TestStorage(
      InMemoryFileSystem(copying: memory), installs: installs, launches: 1_000 * UInt64(launch))
  }
}

extension ClosedRange<Int> {
  var visitors: [String] { map { "v\($0)" } }
}
