import CairnCollector
import Testing

@Suite("A configuration is checked before anything is opened")
struct ConfigurationTests {
  private typealias Change = @Sendable (inout CollectorConfiguration) -> Void

  private static let wrong: [(String, Change)] = [
    ("port", { $0.port = 70000 }),
    ("port", { $0.port = -1 }),
    ("host", { $0.host = "" }),
    ("databasePath", { $0.databasePath = "" }),
    ("writeKeys", { $0.host = "0.0.0.0" }),
    ("write key", { $0.writeKeys = ["": "shop"] }),
    ("write key", { $0.writeKeys = ["a:b": "shop"] }),
    ("project", { $0.writeKeys = ["a": ""] }),
    ("read key", { $0.readKeys = ["": .allProjects] }),
    ("read key", { $0.readKeys = ["a": .project("")] }),
    ("write key", { $0.writeKeys = [String(repeating: "k", count: 201): "shop"] }),
    ("keysPath", { $0.keysPath = "/nowhere/keys" }),
    ("maxBytesInFlight", { $0.maxBytesInFlight = 1 << 20 }),
    ("minFreeBytes", { $0.minFreeBytes = -1 }),
    ("questionCacheBytes", { $0.questionCacheBytes = -1 }),
    ("questionCacheBytes", { $0.questionCacheBytes = .max }),
    ("maxBodyBytes", { $0.maxBodyBytes = 0 }),
    ("maxDecompressedBytes", { $0.maxDecompressedBytes = 1000 }),
    ("maxEventBytes", { $0.maxEventBytes = .max }),
    ("maxBatchEvents", { $0.maxBatchEvents = 0 }),
    ("maxWaitingRequests", { $0.maxWaitingRequests = -5 }),
  ]

  @Test("a value out of its range is refused with its name", arguments: wrong)
  func outOfRange(name: String, change: @Sendable (inout CollectorConfiguration) -> Void) {
    var configuration = CollectorConfiguration(databasePath: "/nowhere/events.sqlite")
    change(&configuration)
    let error = #expect(throws: CollectorError.self) { try Collector(configuration) }
    #expect(error?.code == .invalidConfiguration)
    #expect(error?.message.contains(name) == true)
  }

  @Test("a database that cannot be opened is an error that names its path")
  func noDatabase() {
    let error = #expect(throws: CollectorError.self) {
      try Collector(CollectorConfiguration(databasePath: "/nowhere/events.sqlite"))
    }
    #expect(error?.code == .databaseUnavailable)
    #expect(error?.message.contains("/nowhere/events.sqlite") == true)
  }
}
