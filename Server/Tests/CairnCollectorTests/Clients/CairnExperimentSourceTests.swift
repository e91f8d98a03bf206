import Cairn
import CairnServer
import CairnCollector
import CairnExperiments
import Foundation
import Testing

@Suite("The SDK fetches its experiments from the collector")
struct CairnExperimentSourceTests {
  /// The real network, which also records the statuses.
  final class Listener: HTTPTransport {
    let statuses = Locked<[Int]>([])
    private let transport = AsyncHTTPClientTransport(timeout: 120)

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let response = try await transport.send(request)
      statuses.withLock { $0.append(response.status) }
      return response
    }
  }

  private func document(_ key: String) -> Data {
    Data(
      """
      {"account_id":"100","project":{"id":"200"},"experiences":[{"id":"1","key":"\(key)",\
      "variations":[{"id":"v","key":"v","traffic_allocation":100}]}]}
      """.utf8)
  }

  private func launch(_ folder: TemporaryFolder) -> Analytics {
    var configuration = Configuration(destinations: [])
    configuration.directory = URL(fileURLWithPath: folder.path("journal"))
    configuration.instance = "test"
    configuration.diagnostics = { _ in }
    return Analytics(configuration)
  }

  @Test(
    "a document is fetched, confirmed with 304, changed, broken, and kept without the collector")
  func document() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let listener = Listener()
    let file = URL(filePath: folder.path("config.json"))
    try document("first").write(to: file)
    let source = try await TestCollector.run({
      $0.configPath = file.path
      $0.writeKeys = ["a key": "project"]
    }) { (running: TestCollector) async throws -> HTTPExperimentSource in
      let url = try #require(URL(string: "http://127.0.0.1:\(running.port)"))
      let source = HTTPExperimentSource(
        collector: url, writeKey: "a key", transport: listener)
      let analytics = launch(folder)
      let keeper = DocumentKeeper(source: source, engine: analytics.engine)
      try await keeper.ready()
      #expect(keeper.current?.document.experiences.map(\.key) == ["first"])
      #expect(await keeper.refresh())
      try document("second").write(to: file)
      #expect(await keeper.refresh())
      #expect(keeper.current?.document.experiences.map(\.key) == ["second"])
      try Data("{".utf8).write(to: file)
      #expect(await keeper.refresh())
      #expect(keeper.current?.document.experiences.map(\.key) == ["second"])
      let stranger = DocumentKeeper(
        source: HTTPExperimentSource(collector: url, writeKey: "other", transport: listener),
        engine: analytics.engine)
      #expect(await !stranger.refresh())
      #expect(stranger.current == nil)
      await analytics.close()
      return source
    }
    let statuses = listener.statuses.withLock { $0 }
    #expect(statuses.first == 200 && statuses.last == 401)
    // The first response may have arrived before the second request.
    #expect(statuses.filter { $0 == 200 }.count == 2)
    #expect(statuses.contains(304))
    // The collector has stopped.
    let later = launch(folder)
    let keeper = DocumentKeeper(source: source, engine: later.engine)
    #expect(keeper.current?.document.experiences.map(\.key) == ["second"])
    #expect(keeper.current?.source == .cache)
    #expect(await !keeper.refresh())
    #expect(keeper.current?.document.experiences.map(\.key) == ["second"])
    await later.close()
  }
}
