import Cairn
import CairnServer
import CairnCollector
import CairnTesting
import Foundation
import Testing

@testable import cairnlab

/// Real sockets and real collectors, each with a different fault.
@Suite(.timeLimit(.minutes(60))) struct FourDestinationsTests {
  /// The same fault for every request; nil for no fault.
  private struct Always: FaultSource {
    var fault: Fault?
    func next() -> Fault? { fault }
  }

  /// A network that holds requests until it is told to let them pass.
  private final class Gate: HTTPTransport {
    private let network = AsyncHTTPClientTransport(timeout: 120)
    private let state = Locked((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
      return try await network.send(request)
    }

    func open() {
      let waiting = state.withLock { state in
        defer { state = (true, []) }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  static let events = 1_000
  static let largest = 2_000

  @Test(
    "a dead, a refusing and a slow destination do not affect the others; each ledger balances"
  )
  func four() async throws {
    let folder = try DemoFolder()
    defer { folder.remove() }
    let servers = [
      try DemoDestination("well", database: folder.database("well")),
      try DemoDestination("dead", database: folder.database("dead")),
      try DemoDestination("picky", database: folder.database("picky")) {
        $0.maxEventBytes = Self.largest
      },
      try DemoDestination("slow", database: folder.database("slow")),
    ]
    let faults: [Fault?] = [nil, .resetOnConnect, nil, .slowAnswer]
    try await DemoDestination.running(servers) {
      var proxies: [FaultProxy] = []
      for (server, fault) in zip(servers, faults) {
        proxies.append(
          try await FaultProxy(
            to: server.collector.boundPort(), faults: Always(fault: fault)))
      }
      let gate = Gate()
      let analytics = Analytics(try configuration(zip(servers, proxies), gate, folder))
      track(analytics)
      // The others are done before the slow one has sent a response.
      await analytics.settled(["well", "picky"])
      #expect(analytics.row("slow")?.delivered == 0)
      gate.open()
      await analytics.settled(["well", "picky", "slow"])
      try check(analytics, servers)
      await analytics.close(flushingForSeconds: 0)
      for proxy in proxies { await proxy.close() }
    }
  }

  private func configuration(
    _ places: some Sequence<(DemoDestination, FaultProxy)>, _ gate: Gate, _ folder: DemoFolder
  ) throws -> Configuration {
    var configuration = Configuration(
      writeKey: "test",
      destinations: try places.map { server, proxy in
        HTTPDestination(
          endpoint: try #require(URL(string: "http://127.0.0.1:\(proxy.port)")),
          writeKey: server.name, name: server.name, limits: BatchLimits(events: 100),
          transport: server.name == "slow" ? gate : AsyncHTTPClientTransport(timeout: 120))
      })
    configuration.directory = try folder.writer(1).journal
    configuration.seams.host = ManualHost()
    configuration.flushInterval = 0.05
    configuration.retry = RetryPolicy(firstDelay: 0.01, maximumDelay: 0.05)
    return configuration
  }

  /// Tracks events; one in a hundred is too large for one of the destinations.
  private func track(_ analytics: Analytics) {
    for number in 1...Self.events {
      let text = String(repeating: "x", count: number.isMultiple(of: 100) ? Self.largest : 1)
      analytics.track(
        "Numbered", ["writer": 1, "number": .int(number), "text": .string(text)])
    }
  }

  private func check(_ analytics: Analytics, _ servers: [DemoDestination]) throws {
    let ledger = analytics.ledger()
    #expect(ledger.balances)
    let all = Array(1...Self.events)
    let expected = [
      "well": all, "dead": [], "picky": all.filter { !$0.isMultiple(of: 100) }, "slow": all,
    ]
    for server in servers {
      let row = try #require(analytics.row(server.name))
      let numbers = try #require(expected[server.name])
      #expect(row.balances, "\(server.name)")
      #expect(row.accepted == UInt64(Self.events))
      #expect(row.delivered == UInt64(numbers.count), "\(server.name)")
      #expect(row.deadLettered == (server.name == "picky" ? 10 : 0))
      #expect(row.pending == (server.name == "dead" ? UInt64(Self.events) : 0))
      #expect(try StoredRows(path: server.database).marks.map(\.number) == numbers)
    }
  }
}

extension Analytics {
  fileprivate func row(_ name: String) -> Ledger.Row? {
    ledger().destinations.first { $0.name == name }
  }

  /// Returns when no event waits for these destinations.
  fileprivate func settled(_ names: Set<String>) async {
    for await snapshot in diagnostics.updates(every: .milliseconds(50)) {
      let waiting = snapshot.destinations.filter { names.contains($0.name) && $0.queueDepth > 0 }
      if waiting.isEmpty { return }
    }
  }
}
