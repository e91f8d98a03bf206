import Cairn
import CairnTesting
import Testing

@Suite struct CircuitBreakerTests {
  typealias Verdict = CircuitBreaker.Verdict

  /// Returns a breaker that was opened by failures at time 0.
  func open(until: MonotonicTime) -> CircuitBreaker {
    var breaker = CircuitBreaker()
    for _ in 0..<CircuitBreaker.threshold { breaker.failed(1, at: 0, until: until) }
    return breaker
  }

  func ask(
    _ breaker: inout CircuitBreaker, _ client: Int, at now: MonotonicTime, urged: Bool = false,
    patience: Milliseconds = 300_000
  ) -> Verdict {
    breaker.admit(client, at: now, urged: urged, patience: patience)
  }

  @Test("the breaker stays closed after a few failures, and any answer resets their number")
  func closed() {
    var breaker = CircuitBreaker()
    for _ in 1..<CircuitBreaker.threshold { breaker.failed(1, at: 0, until: 9_000) }
    #expect(ask(&breaker, 1, at: 0) == .go)
    let wasOpen = breaker.answered()
    #expect(!wasOpen)
    for _ in 1..<CircuitBreaker.threshold { breaker.failed(1, at: 0, until: 9_000) }
    #expect(ask(&breaker, 1, at: 0) == .go)
    breaker.failed(2, at: 0, until: 9_000)
    #expect(ask(&breaker, 1, at: 0) == .wait(until: 9_000))
  }

  @Test("after the pause of an open breaker one client may try, and the others wait for it")
  func probe() {
    var breaker = open(until: 1_000)
    #expect(ask(&breaker, 1, at: 999) == .wait(until: 1_000))
    #expect(ask(&breaker, 1, at: 1_000) == .go)
    #expect(ask(&breaker, 2, at: 1_001) == .wait(until: 61_000))
    #expect(ask(&breaker, 2, at: 1_001, urged: true) == .wait(until: 61_000))
    // The prober never reported its result.
    #expect(ask(&breaker, 2, at: 61_000) == .go)
  }

  @Test("a client with an urgent reason may try before the time")
  func urged() {
    var breaker = open(until: 1_000)
    #expect(ask(&breaker, 2, at: 5, urged: true) == .go)
    #expect(ask(&breaker, 3, at: 6, urged: true) == .wait(until: 60_005))
    breaker.abandon(1)
    #expect(ask(&breaker, 3, at: 6, urged: true) == .wait(until: 60_005))
    breaker.abandon(2)
    #expect(ask(&breaker, 3, at: 7, urged: true) == .go)
  }

  @Test(
    "no client waits longer for another one than it would by itself, nor more than five minutes")
  func patience() {
    var breaker = open(until: 86_400_000)
    #expect(ask(&breaker, 2, at: 1, patience: 5_000) == .wait(until: 5_000))
    #expect(ask(&breaker, 3, at: 1, patience: 86_400_000) == .wait(until: 300_000))
    #expect(ask(&breaker, 2, at: 5_000, patience: 5_000) == .go)
  }

  @Test(
    "a failed attempt opens the breaker again, and an answer closes it and reports that it was open"
  )
  func after() {
    var breaker = open(until: 1_000)
    _ = ask(&breaker, 1, at: 1_000)
    breaker.failed(1, at: 1_000, until: 5_000)
    #expect(ask(&breaker, 1, at: 1_001) == .wait(until: 5_000))
    let wasOpen = breaker.answered()
    #expect(wasOpen)
    #expect(breaker == CircuitBreaker())
  }

  @Test("an old failure does not end the attempt of another client")
  func oldAnswer() {
    var breaker = open(until: 1_000)
    _ = ask(&breaker, 2, at: 1_000)
    breaker.failed(1, at: 1_001, until: 2_000)
    #expect(ask(&breaker, 3, at: 2_000) == .wait(until: 61_000))
  }
}
