import Cairn
import CairnTesting
import Testing

/// The termination of a process by a signal, simulated by a stub process.
@Suite final class TerminationTests: Sendable {
  let clock = ManualClock()
  let ends = Log<TerminationSignal>()

  /// The signals of a process, which only tests send.
  final class Signals: Sendable {
    private let watched = Locked<[TerminationSignal: @Sendable () -> Void]>([:])
    let taken: Set<TerminationSignal>

    init(taken: Set<TerminationSignal> = []) { self.taken = taken }

    func watch(
      _ signal: TerminationSignal, _ handle: @escaping @Sendable () -> Void
    ) -> (@Sendable () -> Void)? {
      if taken.contains(signal) { return nil }
      watched.withLock { $0[signal] = handle }
      return { [self] in watched.withLock { $0[signal] = nil } }
    }

    func send(_ signal: TerminationSignal) { watched.withLock { $0[signal] }?() }

    var all: Set<TerminationSignal> { watched.withLock { Set($0.keys) } }
  }

  let process = Signals()

  func signals() -> TerminationSignals {
    TerminationSignals(watch: process.watch) { [ends] in ends.append($0) }
  }

  func launch(_ server: any Destination, _ signals: TerminationSignals) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.syncPolicy = .never
    configuration = configuration.testing(clock: clock)
    configuration.seams.host = TerminationLifecycle(
      [.terminate, .interrupt], signals: signals, clock: clock, diagnostics: Diagnostics { _ in })
    let analytics = Analytics(configuration)
    await analytics.flush()
    return analytics
  }

  @Test("waiting events are delivered, and then the process ends by that signal")
  func delivered() async {
    let signals = signals()
    let server = GatedDestination()
    let analytics = await launch(server, signals)
    analytics.track("One")
    process.send(.terminate)
    _ = await server.batches(atLeast: 1)
    #expect(ends.items.isEmpty)
    server.open()
    #expect(await ends.items { !$0.isEmpty } == [.terminate])
    #expect(analytics.ledger().destinations[0].delivered == 1)
    await analytics.close()
  }

  @Test("after five seconds the process ends, and undelivered events are in the journal")
  func tooLong() async {
    let signals = signals()
    let server = GatedDestination()
    let analytics = await launch(server, signals)
    analytics.track("One")
    process.send(.terminate)
    _ = await server.batches(atLeast: 1)
    await clock.waitForSleeper(forSeconds: 5...5)
    #expect(ends.items.isEmpty)
    clock.advance(bySeconds: 5)
    #expect(await ends.items { !$0.isEmpty } == [.terminate])
    #expect(analytics.ledger().destinations[0].pending == 1)
    server.open()
    await analytics.close()
  }

  @Test("a second signal ends the process immediately")
  func second() async {
    let signals = signals()
    let server = GatedDestination()
    let analytics = await launch(server, signals)
    analytics.track("One")
    process.send(.terminate)
    _ = await server.batches(atLeast: 1)
    process.send(.terminate)
    #expect(ends.items == [.terminate])
    server.open()
    await analytics.close()
  }

  @Test("two instances in one process both deliver before it ends, and one that is closed does not")
  func several() async {
    let signals = signals()
    let servers = [GatedDestination(), GatedDestination(), GatedDestination()]
    var instances: [Analytics] = []
    for server in servers { instances.append(await launch(server, signals)) }
    for analytics in instances { analytics.track("One") }
    await instances[2].engine?.stop()
    process.send(.terminate)
    for server in servers[..<2] {
      _ = await server.batches(atLeast: 1)
      #expect(ends.items.isEmpty)
      server.open()
    }
    _ = await ends.items { !$0.isEmpty }
    #expect(servers[2].batches.isEmpty)
    servers[2].open()
    for analytics in instances { await analytics.close() }
  }

  @Test("the last listener restores the signals, and signals of other code are not taken")
  func givenBack() async {
    let said = Log<String>()
    let other = Signals(taken: [.interrupt])
    let signals = TerminationSignals(watch: other.watch) { [ends] in ends.append($0) }
    let hosts = (1...2).map { _ in
      TerminationLifecycle(
        [.terminate, .interrupt], signals: signals, clock: clock,
        diagnostics: Diagnostics { said.append($0.code) })
    }
    for host in hosts { host.start { _ in } }
    #expect(other.all == [.terminate])
    #expect(said.items == Array(repeating: "configuration.terminationSignals", count: 2))
    hosts[0].stop()
    #expect(other.all == [.terminate])
    hosts[1].stop()
    hosts[1].stop()
    #expect(other.all == [])
  }

  @Test("the warning about signals of other code has their names")
  func names() {
    let said = Log<String>()
    let all: Set<TerminationSignal> = [.terminate, .interrupt, .hangUp]
    let signals = TerminationSignals(watch: Signals(taken: all).watch) { _ in }
    TerminationLifecycle(
      all, signals: signals, clock: clock, diagnostics: Diagnostics { said.append($0.message) }
    ).start { _ in }
    #expect(said.items.map { $0.hasSuffix(": SIGHUP, SIGINT, SIGTERM") } == [true])
  }

  @Test("by default no signal is listened to")
  func standard() {
    #expect(Configuration(destinations: []).terminationSignals == [])
  }
}
