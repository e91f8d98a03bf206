import Cairn
import CairnTesting
import Testing

/// An app on a device, and access to everything on its disk.
final class ConsentFixture: Sendable {
  static let needle = "needle-5b1f"
  static let instance = "/test/app"
  let clock = ManualClock()
  let storage: TestStorage
  let server = RecordingDestination(name: "server")
  let ads = RecordingDestination(name: "ads")
  let said = Locked<[Diagnostic]>([])

  init(_ storage: TestStorage = TestStorage()) { self.storage = storage }

  /// Launches the SDK; events wait until a flush.
  func launch(
    _ consent: Consent = .granted, _ change: (inout Configuration) -> Void = { _ in }
  ) async -> Analytics {
    var configuration = Configuration(destinations: [server, ads])
    configuration.instance = "app"
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    configuration.defaultConsent = consent
    configuration.consentCategories = ["ads": [.advertising, .analytics]]
    configuration.diagnostics = { [self] line in said.withLock { $0.append(line) } }
    configuration = configuration.testing(clock: clock, storage: storage)
    change(&configuration)
    return Analytics(configuration)
  }

  /// Records events with a text that is searched for later.
  func leave(_ analytics: Analytics, events: Int) {
    analytics.identify(Self.needle + "-user")
    for number in 1..<events { analytics.track(Self.needle, ["number": .int(number)]) }
  }

  /// Returns the files that contain the text, or all.
  func files(holding needle: String = needle) -> [String] {
    storage.memory.paths(in: "/test", holding: needle)
  }

  var allFiles: [String] {
    files(holding: "").map { String($0.dropFirst(Self.instance.count + 1)) }
  }
}

extension Ledger {
  subscript(name: String) -> Row? { destinations.first { $0.name == name } }
}
