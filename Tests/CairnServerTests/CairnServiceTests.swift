#if Server
import Cairn
import CairnServer
import CairnTesting
import Foundation
import InMemoryLogging
import Logging
import MetricsTestKit
import ServiceLifecycle
import Testing
import UnixSignals

@Suite struct CairnServiceTests {
  let server = RecordingDestination()
  let metrics = TestMetrics()
  let handler = InMemoryLogHandler()
  var logger: Logger { Logger(label: "test") { _ in handler } }

  /// Does its work once when it runs, and waits for the end.
  struct Worker: Service {
    let work: @Sendable () async -> Void
    func run() async throws {
      await work()
      try await gracefulShutdown()
    }
  }

  func messages(_ code: String) -> [String] {
    handler.entries.filter { $0.metadata["code"] == "\(code)" }.map { "\($0.message)" }
  }

  @Test("a graceful shutdown of a group delivers the events of its services, and closes")
  func graceful() async throws {
    let analytics = Analytics(Configuration(destinations: [server]).testing(clock: ManualClock()))
    let service = CairnService(analytics, metrics: metrics, logger: logger)
    let (worked, work) = AsyncStream.makeStream(of: Void.self)
    let group = ServiceGroup(
      services: [
        service,
        Worker {
          for number in 1...3 { analytics.track("Event \(number)") }
          work.finish()
        },
      ], logger: logger)
    async let running: Void = group.run()
    for await _ in worked {}
    await group.triggerGracefulShutdown()
    try await running
    #expect(server.events.count == 3)
    #expect(analytics.ledger().destinations[0].pending == 0)
    #expect(messages("service.pending") == [])
    #expect(messages("service.closed").count == 1)
    #expect(
      metrics.counterTotal(
        label: "cairn_events_delivered_total", dimensions: [("destination", "recording")]) == 3)
    analytics.track("Too late")
    #expect(analytics.ledger().refused == [.closed: 1])
  }

  @Test("events that cannot be delivered in time remain, which is logged")
  func remains() async throws {
    let clock = ManualClock()
    let stuck = RecordingDestination(
      answer: { _ in .later(afterSeconds: 7_200, reason: "status 503") })
    let analytics = Analytics(
      Configuration(destinations: [stuck]).testing(clock: clock))
    analytics.track("One")
    let service = CairnService(
      analytics, flushingForSeconds: 1, metricsEvery: nil, logger: logger)
    let group = ServiceGroup(services: [service], logger: logger)
    async let running: Void = group.run()
    await group.triggerGracefulShutdown()
    try await running
    #expect(
      messages("service.pending") == [
        "1 events wait for recording: they are in the journal and are delivered at the next start"
      ])
    #expect(
      handler.entries.first { $0.metadata["code"] == "service.pending" }?.metadata["problem"]
        == "status 503")
  }

  @Test("a cancelled service closes at once")
  func cancelled() async {
    let analytics = Analytics(Configuration(destinations: [server]).testing(clock: ManualClock()))
    let service = CairnService(analytics, metrics: metrics, logger: logger)
    let running = Task { await service.run() }
    running.cancel()
    await running.value
    analytics.track("Too late")
    #expect(analytics.ledger().refused == [.closed: 1])
  }

  @Test("SIGTERM to a process delivers its events before it ends")
  func sigterm() async throws {
    let folder = NSTemporaryDirectory() + "cairn-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await #expect(processExitsWith: .exitCode(7)) { [folder = folder as String] in
      let analytics = Analytics(Self.configuration(folder))
      let group = ServiceGroup(
        services: [
          CairnService(analytics),
          Worker {
            analytics.track("Recorded")
            kill(getpid(), SIGTERM)
          },
        ], gracefulShutdownSignals: [.sigterm], logger: Logger(label: "test"))
      try await group.run()
      exit(7)
    }
    let row = Analytics(Self.configuration(folder)).ledger().destinations[0]
    #expect(row.delivered == 1)
    #expect(row.pending == 0)
  }

  static func configuration(_ folder: String) -> Configuration {
    var configuration = Configuration(destinations: [RecordingDestination()])
    configuration.directory = URL(fileURLWithPath: folder, isDirectory: true)
    return configuration
  }
}
#endif
