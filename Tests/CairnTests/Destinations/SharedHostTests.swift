import Cairn
import CairnTesting
import Testing

/// Destinations of one host share a circuit breaker.
@Suite final class SharedHostTests: Sendable {
  let clock = ManualClock()
  let isUp = Locked(false)
  let requests = Locked<[String]>([])

  struct Server: Destination {
    var name: String
    var host: String?
    var schedule: DeliverySchedule?
    let inner: RecordingDestination
    func deliver(_ batch: Batch) async -> Outcome { await inner.deliver(batch) }
  }

  func server(_ name: String, host: String?) -> Server {
    let inner = RecordingDestination(answer: { [self] _ in
      requests.withLock { $0.append(name) }
      return isUp.withLock { $0 } ? .accepted : .later(afterSeconds: nil, reason: "status 503")
    })
    return Server(name: name, host: host, inner: inner)
  }

  func launch(hosts: [String?]) async -> Analytics {
    let servers = hosts.enumerated().map { server("server \($0)", host: $1) }
    var configuration = Configuration(destinations: servers)
    configuration.retry = RetryPolicy(firstDelay: 10, maximumDelay: 10, jitter: .none)
    return await CairnTests.launch(configuration, clock)
  }

  var count: Int { requests.withLock { $0.count } }

  /// Flushes a number of times in sequence: a flush may try before the scheduled time.
  func fail(_ analytics: Analytics, times: Int) async {
    for number in 1...times {
      analytics.track("Event \(number)")
      await analytics.flush()
    }
  }

  @Test("while a host fails, one destination tries it and the others wait for that one")
  func oneTries() async {
    let analytics = await launch(hosts: ["a", "a", "a", "a"])
    await fail(analytics, times: 3)
    #expect(count >= CircuitBreaker.threshold)
    for _ in 0..<5 {
      await untilAllWait(analytics)
      let tried = count
      clock.advance(bySeconds: 10)
      while count == tried { await Task.yield() }
      await untilAllWait(analytics)
      #expect(count == tried + 1)
    }
    isUp.withLock { $0 = true }
    clock.advance(bySeconds: 10)
    // The first response wakes the others at once, without waiting for the clock.
    while !analytics.ledger().destinations.allSatisfy({ $0.delivered > 0 }) { await Task.yield() }
    #expect(analytics.ledger().balances)
  }

  /// Returns when no destination tries, and all with events have set an alarm.
  func untilAllWait(_ analytics: Analytics) async {
    while !allWait(analytics) { await Task.yield() }
  }

  func allWait(_ analytics: Analytics) -> Bool {
    var alarms = 0
    for worker in analytics.engine?.registry.workers ?? [] {
      switch worker.report.phase {
      case .backingOff, .barred, .exhausted, .gathering: alarms += 1
      // It has delivered everything.
      case .resting: break
      default: return false
      }
    }
    return clock.sleepers == alarms
  }

  @Test("a failing host does not delay the destinations of another host")
  func others() async {
    let analytics = await launch(hosts: ["a", "b", nil])
    await fail(analytics, times: 8)
    let tried = requests.withLock { Dictionary(grouping: $0) { $0 }.mapValues(\.count) }
    #expect(tried == ["server 0": 8, "server 1": 8, "server 2": 8])
  }

  @Test("the return of the network is a reason to try a host, however often it has failed")
  func network() async {
    let analytics = await launch(hosts: ["a", "a"])
    await fail(analytics, times: 8)
    for _ in 0..<3 {
      await untilAllWait(analytics)
      let tried = count
      analytics.engine?.handle(.online)
      while count == tried { await Task.yield() }
    }
    await untilAllWait(analytics)
    isUp.withLock { $0 = true }
    analytics.engine?.handle(.online)
    while !analytics.ledger().destinations.allSatisfy({ $0.delivered > 0 }) { await Task.yield() }
  }

  @Test("a flush reaches every destination of a host that works again")
  func flushAll() async {
    let analytics = await launch(hosts: ["a", "a", "a"])
    await fail(analytics, times: 8)
    await untilAllWait(analytics)
    isUp.withLock { $0 = true }
    #expect(await analytics.flush().isComplete)
  }

  @Test("a destination that waits for a day does not prevent the others of its host from trying")
  func slow() async {
    var slow = server("slow", host: "a")
    slow.schedule = DeliverySchedule(
      flushInterval: 86_400, retry: RetryPolicy(firstDelay: 1, jitter: .none, maximumAttempts: 6))
    var fast = server("fast", host: "a")
    fast.schedule = DeliverySchedule(
      retry: RetryPolicy(firstDelay: 5, maximumDelay: 5, jitter: .none))
    let analytics = await CairnTests.launch(Configuration(destinations: [slow, fast]), clock)
    await fail(analytics, times: 8)
    isUp.withLock { $0 = true }
    var seconds = 0.0
    func isDelivered() -> Bool { analytics.ledger().destinations[1].delivered > 0 }
    while !isDelivered(), seconds < 600 {
      seconds += 1
      clock.advance(bySeconds: 1)
      while !isDelivered(), !allWait(analytics) { await Task.yield() }
    }
    #expect(seconds < 600)
  }
}
