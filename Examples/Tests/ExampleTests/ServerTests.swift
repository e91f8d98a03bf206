import Foundation
import Testing

/// `Examples/Server` as a process, with clients, a collector and signals.
@Suite(.serialized) struct ServerTests {
  let folder: TemporaryFolder
  let collector: TestCollector

  init() async throws {
    folder = try TemporaryFolder()
    collector = try await TestCollector(in: folder)
  }

  /// Returns the running server and its address.
  func start() async throws -> (server: ExampleProcess, address: String) {
    let options = ["--collector", await collector.address, "--journal", folder.path("journal")]
    let server = try ExampleProcess("shopserver", ["--port", "0"] + options, in: folder)
    let line = try #require(await server.line(), "\(server.complaints)")
    return (server, try #require(line.split(separator: " ").last.map(String.init)))
  }

  /// Sends orders, and a signal after a number of responses; returns the confirmed orders.
  func loadAndEnd(
    by signal: Int32, after count: Int = 1_000, as expected: ExampleProcess.Ending
  ) async throws -> [String] {
    let (server, address) = try await start()
    let (answers, answered) = AsyncStream.makeStream(of: Void.self)
    async let orders = Crowd(address: address).orders(clients: 32) { answered.yield() }
    var seen = 0
    for await _ in answers {
      seen += 1
      if seen == count { break }
    }
    server.send(signal)
    // A process that does not end by itself is killed.
    #expect(await server.ending() == expected, "\(server.complaints)")
    return await orders
  }

  /// Starts again: undelivered events are delivered, so no order is lost, and none is stored twice.
  func expectEachOnce(_ orders: [String]) async throws {
    let (server, _) = try await start()
    try await collector.wait(for: orders)
    server.send(SIGTERM)
    #expect(await server.ending() == .exit(0), "\(server.complaints)")
    let stored = try await collector.orders()
    #expect(Set(orders).subtracting(stored).isEmpty, "lost")
    #expect(Set(stored).count == stored.count, "stored twice")
    try await collector.stop()
  }

  @Test("on SIGTERM under load the server ends in order, and each answered order is stored once")
  func sigterm() async throws {
    let orders = try await loadAndEnd(by: SIGTERM, as: .exit(0))
    try await expectEachOnce(orders)
  }

  @Test(
    "on SIGTERM without a collector the server ends in order, and the next start delivers"
  )
  func collectorDown() async throws {
    try await collector.stop()
    let orders = try await loadAndEnd(by: SIGTERM, as: .exit(0))
    try await collector.start()
    #expect(try await collector.events().isEmpty)
    try await expectEachOnce(orders)
  }

  @Test("after kill -9 under load each answered order is stored once")
  func sigkill() async throws {
    let orders = try await loadAndEnd(by: SIGKILL, as: .signal(SIGKILL))
    try await expectEachOnce(orders)
  }

  @Test("a client that never finishes its request does not delay the shutdown")
  func unfinishedRequest() async throws {
    let (server, address) = try await start()
    let client = try UnfinishedRequest(to: address)
    _ = try await HTTP.get("\(address)/products/A-1")
    server.send(SIGTERM)
    #expect(await server.ending() == .exit(0), "\(server.complaints)")
    client.close()
    try await collector.stop()
  }

  @Test("the shop answers each request, and tracks its events")
  func shop() async throws {
    let (server, address) = try await start()
    let products = try await HTTP.get("\(address)/products")
    #expect(String(decoding: products, as: UTF8.self).contains(#""name":"Tent""#))
    _ = try await HTTP.get("\(address)/products/A-1")
    await #expect(throws: HTTP.Failure.self) { try await HTTP.get("\(address)/products/X") }
    _ = try await HTTP.post(#"{"sku": "A-3", "quantity": 1}"#, to: "\(address)/orders")
    await #expect(throws: HTTP.Failure.self) {
      try await HTTP.post(#"{"sku": "A-3", "quantity": 0}"#, to: "\(address)/orders")
    }
    server.send(SIGTERM)
    #expect(await server.ending() == .exit(0), "\(server.complaints)")
    #expect(
      try await collector.events().map(\.event) == [
        "Product Viewed", "Product Missed", "Order Completed",
      ])
    try await collector.stop()
  }
}
