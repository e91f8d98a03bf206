import Cairn
import CairnTesting

/// The app on one disk in memory, for several launches, with a destination whose responses a test
/// sets.
struct ReceiptFixture {
  static let folder = "/test/key-ef46db3751d8e999/v1"

  let clock = ManualClock()
  let storage: TestStorage
  let server = RecordingDestination(name: "server")

  init(_ storage: TestStorage = TestStorage()) { self.storage = storage }

  /// Starts the SDK; only a flush delivers.
  func start(
    _ destinations: [any Destination]? = nil, on files: (any FileSystem)? = nil,
    _ change: (inout Configuration) -> Void = { _ in }
  ) async -> Analytics {
    var configuration = Configuration(destinations: destinations ?? [server])
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    change(&configuration)
    configuration = configuration.testing(clock: clock, storage: storage)
    if let files { configuration.seams.files = files }
    let analytics = Analytics(configuration)
    // The flush settles a batch that may have been sealed at the start.
    await analytics.flush()
    return analytics
  }

  func recent(_ name: String = "server") -> String { "\(Self.folder)/dest/\(name)/recent" }

  func segments() throws -> [String] {
    try storage.files.list(Self.folder + "/log").filter { SegmentName($0) != nil }
  }
}

extension Analytics {
  func state(of id: EventID?, at destination: String = "server") async -> DeliveryState? {
    guard let id else { return nil }
    return await delivery(of: id)?.destinations[destination]
  }
}
