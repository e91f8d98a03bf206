#if Server
import Cairn
import CairnServer
import CairnTesting
import Foundation
import Logging
import ServiceLifecycle
import Testing
import UnixSignals

/// The code of the article Recipes for servers.
@Suite struct ServerRecipesTests {
  struct Server: Service {
    let analytics: Analytics
    let onStart: @Sendable () -> Void

    func run() async throws {
      analytics.track("Server Started")
      onStart()
      try await gracefulShutdown()
    }
  }

  @Test func configure() throws {
    let endpoint = try #require(URL(string: "https://collect.example.com"))
    var configuration = Configuration(writeKey: "my-service", endpoint: endpoint)
    configuration.directory = URL(fileURLWithPath: "/var/lib/my-service/cairn", isDirectory: true)
    configuration.transport = AsyncHTTPClientTransport()
    configuration.log(to: Logger(label: "cairn"))

    #expect(configuration.directory?.path == "/var/lib/my-service/cairn")
  }

  @Test("the transport of the article Getting started can be configured")
  func transport() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
    var configuration = Configuration(writeKey: "my-service", endpoint: endpoint)
    configuration.directory = folder
    configuration.diagnostics = { _ in }
    configuration.transport = AsyncHTTPClientTransport()  // on Linux, before the next line
    let analytics = Analytics(configuration)
    #expect(analytics.track("Server Started") != nil)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test func shutDown() async throws {
    let destination = RecordingDestination()
    let analytics = Analytics(
      Configuration(destinations: [destination]).testing(clock: ManualClock()))
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let server = Server(analytics: analytics) { start.finish() }
    let logger = Logger(label: "test")
    let group = ServiceGroup(
      services: [CairnService(analytics), server], gracefulShutdownSignals: [.sigterm],
      logger: logger)
    async let running: Void = run(group)
    for await _ in started {}
    await group.triggerGracefulShutdown()
    try await running
    #expect(destination.acceptedEvents.count == 1)
  }

  private func run(_ group: ServiceGroup) async throws {
    try await group.run()
  }
}
#endif
