import Cairn
import CairnAdobe
import CairnContent
import CairnTesting
import CrashSupport
import Foundation
import Testing

/// A process that is killed at any step of a reset, an erasure or a denial: removed data is not
/// sent later.
@Suite struct ContentEraseKillTests {
  static let needle = "needle-c05a"

  enum End: String, CaseIterable, Codable, Sendable { case reset, erasure, denial }

  static func launch(
    _ path: String, _ network: any HTTPTransport, files: any FileSystem = PosixFileSystem(),
    retry: RetryPolicy = RetryPolicy()
  ) -> ContentAnalytics {
    var settings = ContentConfiguration(["edge.configId": "ds"])
    settings.batchFlushInterval = 600_000
    var configuration = Configuration(
      writeKey: "test", destinations: [AdobeEdgeDestination(settings, transport: network)])
    configuration.directory = Scratch(at: path).url
    configuration.diagnostics = { _ in }
    configuration.seams.files = files
    configuration.retry = retry
    return ContentAnalytics(Analytics(configuration), settings)
  }

  struct Down: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 503) }
  }

  /// Leaves sealed and unsealed interactions, and a definition.
  func prepare() async throws -> Scratch {
    let scratch = try Scratch()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
      let content = Self.launch(path, Down())
      let id = content.registerExperience(assets: [ContentItem(Self.needle)], texts: [])
      for _ in 1...3 { content.trackExperienceView(id) }
      await content.analytics.flush()
      for _ in 1...2 { content.trackAssetView(Self.needle) }
      killThisProcess()
    }
    return scratch
  }

  static func end(_ end: End, _ path: String, dyingAt step: Int) async {
    let first = Locked<Int?>(nil)
    let files = FaultyFileSystem(PosixFileSystem()) { call in
      if let first = first.withLock({ $0 }), call.number == first + step { killThisProcess() }
      return .none
    }
    let content = launch(path, Down(), files: files)
    await content.analytics.flush()
    first.withLock { $0 = files.calls }
    switch end {
    case .reset: content.analytics.reset()
    case .erasure: try? await content.analytics.erase()
    case .denial: content.analytics.setConsent(.denied)
    }
    _ = FileManager.default.createFile(atPath: path + "/returned", contents: nil)
    await content.analytics.close(flushingForSeconds: 0)
    first.withLock { $0 = nil }
    _ = FileManager.default.createFile(atPath: path + "/finished", contents: nil)
    killThisProcess()
  }

  /// Returns the number of interactions that the next launch sends, the number of files that
  /// contain their words then, and the ledger.
  func sent(_ scratch: Scratch) async throws -> (events: Int, files: Int, ledger: Ledger) {
    let network = RecordingTransport()
    let content = Self.launch(scratch.path, network)
    if content.analytics.consent == .denied { content.analytics.setConsent(.granted) }
    await content.analytics.flush()
    let ledger = content.analytics.ledger()
    #expect(ledger.balances)
    let events = ledger.destinations[0].delivered
    await content.analytics.close()
    let bytes = Data(Self.needle.utf8)
    let files = try FileManager.default.subpathsOfDirectory(atPath: scratch.path).filter { path in
      let content = FileManager.default.contents(atPath: scratch.path + "/" + path)
      return content?.range(of: bytes) != nil
    }
    #expect(network.requests.isEmpty == (events == 0))
    return (Int(events), files.count, ledger)
  }

  @Test(
    "a kill at any step sends all interactions or none, and none after the call has returned",
    arguments: End.allCases)
  func everyStep(reason: End) async throws {
    let scratch = try await prepare()
    defer { scratch.remove() }
    var step = 0
    var isFinished = false
    var outcomes: Set<Int> = []
    while !isFinished {
      step += 1
      let copy = try scratch.copy("\(step)")
      defer { copy.remove() }
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = copy.path as String, step = step as Int, reason = reason as End] in
        await Self.end(reason, path, dyingAt: step)
      }
      isFinished = FileManager.default.fileExists(atPath: copy.path + "/finished")
      let hasReturned = FileManager.default.fileExists(atPath: copy.path + "/returned")
      let (events, files, ledger) = try await sent(copy)
      outcomes.insert(events)
      #expect(events == 0 || events == 5 && !hasReturned, "step \(step): \(ledger)")
      if hasReturned { #expect(files == 0, "step \(step)") }
      try #require(step < 300)
    }
    #expect(outcomes == [0, 5])
    #expect(step > 8)
  }
}
