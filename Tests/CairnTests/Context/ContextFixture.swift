import Cairn
import CairnTesting
import Foundation

/// An app with sessions on a disk in memory, for several launches.
final class ContextFixture: Sendable {
  static let folder = "/test/key-ef46db3751d8e999/v1"

  let clock = ManualClock()
  let storage: TestStorage
  let server = RecordingDestination(inFrontOf: SeenEvent.Lines())
  let said = Locked<[String]>([])

  init(_ storage: TestStorage = TestStorage()) { self.storage = storage }

  /// Returns the same device after a kill that left these files.
  func killed(leaving image: InMemoryFileSystem) -> ContextFixture {
    // The random numbers differ in another process.
    ContextFixture(TestStorage(image, installs: storage.installs, launches: 1_000))
  }

  /// Starts the SDK; only a flush delivers.
  func start(
    on files: (any FileSystem)? = nil, _ change: (inout Configuration) -> Void = { _ in }
  ) -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    configuration.syncPolicy = .never
    configuration.sessionTimeout = 1_800
    configuration.lifecycleEvents = []
    configuration.context = .all
    configuration.diagnostics = { [self] line in
      if line.level >= .notice { said.withLock { $0.append(line.code) } }
    }
    change(&configuration)
    configuration = configuration.testing(clock: clock, storage: storage)
    configuration.seams.release = AppRelease(version: "1.0", build: "7")
    if let files { configuration.seams.files = files }
    change(&configuration)
    return Analytics(configuration)
  }

  /// Stops as a kill does, as far as the disk is concerned.
  func kill(_ analytics: Analytics) async { await analytics.engine?.stop() }

  /// Returns the events; a batch that a kill interrupted is received again with its key.
  func events() -> [SeenEvent] { SeenEvent.all(of: server) }

  /// Starts an instance without sessions, whose events have no context but that of the launch.
  func startWithoutContext(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    start {
      $0.sessionTimeout = nil
      $0.context = []
      change(&$0)
    }
  }

  func delivered(by analytics: Analytics) async -> [SeenEvent] {
    await analytics.flush()
    return events()
  }
}

extension [SeenEvent] {
  var names: [String] { map(\.name) }
  func named(_ name: String) -> [SeenEvent] { filter { $0.name == name } }
}
