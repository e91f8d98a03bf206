import CairnCollector
import Logging
import ServiceLifecycle
import Testing

@Suite("A collector starts and ends cleanly")
struct ShutdownTests {
  @Test("a graceful shutdown of its service group finishes the request in flight")
  func finishesInFlight() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var configuration = CollectorConfiguration(databasePath: folder.path("events.sqlite"))
    configuration.port = 0
    let collector = try Collector(configuration, logger: .quiet)
    let group = ServiceGroup(services: [collector], logger: .quiet)
    async let run: Void = group.run()
    let port = try await collector.boundPort()
    let lock = try await DatabaseLock(configuration.databasePath)
    let answer = Task { try await TestClient(port: port).post(Batches.tracks(["m"])) }
    try await eventually("the request is in") { collector.statistics().waiting == 1 }
    await group.triggerGracefulShutdown()
    // The lock is released now: the database waits for a lock only for seconds, and a busy machine
    // may need them.
    try await lock.release()
    try await eventually("new connections are refused") {
      guard let connection = try? RawConnection(port: port) else { return true }
      connection.close()
      return false
    }
    #expect(try await answer.value.batch().accepted == 1)
    try await run
    #expect(collector.statistics().stored == 1)
  }

  @Test("stop() ends run(), and the port is no longer available")
  func stop() async throws {
    let collector = try await TestCollector.run { $0.collector }
    await #expect(throws: CollectorError.self) { try await collector.boundPort() }
    await #expect(throws: CollectorError.self) { try await collector.run() }
  }

  @Test("cancelling run() ends it, also while connections keep coming in", arguments: 0..<5)
  func cancelled(round: Int) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var configuration = CollectorConfiguration(databasePath: folder.path("e.sqlite"))
    configuration.port = 0
    let collector = try Collector(configuration, logger: .quiet)
    let run = Task { try await collector.run() }
    let port = try await collector.boundPort()
    let connections = (0..<20).compactMap { _ in try? RawConnection(port: port) }
    run.cancel()
    for connection in connections { connection.close() }
    try await run.value
  }

  @Test("stop() before run() prevents it from running")
  func stopFirst() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let collector = try Collector(CollectorConfiguration(databasePath: folder.path("e.sqlite")))
    await collector.stop()
    let error = await #expect(throws: CollectorError.self) { try await collector.run() }
    #expect(error?.code == .notRunning)
  }

  @Test("a port in use is an error for run() and for tasks that wait for the port")
  func portTaken() async throws {
    try await TestCollector.run { running in
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      var configuration = CollectorConfiguration(databasePath: folder.path("e.sqlite"))
      configuration.port = running.port
      let second = try Collector(configuration, logger: .quiet)
      let port = Task { try await second.boundPort() }
      let error = await #expect(throws: CollectorError.self) { try await second.run() }
      #expect(error?.code == .cannotListen)
      let waiting = await #expect(throws: CollectorError.self) { try await port.value }
      #expect(waiting?.code == .cannotListen)
    }
  }

  @Test("waiting for the port ends when the waiting task is cancelled")
  func cancelledWait() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let collector = try Collector(CollectorConfiguration(databasePath: folder.path("e.sqlite")))
    let wait = Task { try await collector.boundPort() }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }
}
