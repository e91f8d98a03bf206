import Cairn
import CairnTesting
import Testing

@Suite struct CircuitBreakerTests {
  func open(until: Int64) -> CircuitBreaker {
    var breaker = CircuitBreaker()
    for _ in 0..<CircuitBreaker.threshold { breaker.failed(until: until) }
    return breaker
  }

  @Test("it stays closed for a few failures, and any answer forgets them")
  func closed() {
    var breaker = CircuitBreaker()
    for _ in 1..<CircuitBreaker.threshold { breaker.failed(until: 9_000) }
    let verdict1 = breaker.admit(at: 0, urged: false)
    #expect(verdict1 == .go)
    let wasOpen = breaker.answered()
    #expect(!wasOpen)
    for _ in 1..<CircuitBreaker.threshold { breaker.failed(until: 9_000) }
    let verdict2 = breaker.admit(at: 0, urged: false)
    #expect(verdict2 == .go)
    breaker.failed(until: 9_000)
    let verdict3 = breaker.admit(at: 0, urged: false)
    #expect(verdict3 == .wait(until: 9_000))
  }

  @Test("when its time has come one may try, and the others wait for that one")
  func probe() {
    var breaker = open(until: 1_000)
    let verdict4 = breaker.admit(at: 999, urged: false)
    #expect(verdict4 == .wait(until: 1_000))
    let verdict5 = breaker.admit(at: 1_000, urged: false)
    #expect(verdict5 == .go)
    let verdict6 = breaker.admit(at: 1_001, urged: false)
    #expect(verdict6 == .wait(until: 61_000))
    let verdict7 = breaker.admit(at: 1_001, urged: true)
    #expect(verdict7 == .wait(until: 61_000))
    // Whoever tried was never heard of again.
    let verdict8 = breaker.admit(at: 61_000, urged: false)
    #expect(verdict8 == .go)
  }

  @Test("whoever waits for a flush may try before the time")
  func urged() {
    var breaker = open(until: 1_000)
    let verdict9 = breaker.admit(at: 5, urged: true)
    #expect(verdict9 == .go)
    let verdict10 = breaker.admit(at: 6, urged: true)
    #expect(verdict10 == .wait(until: 60_005))
    breaker.abandon()
    let verdict11 = breaker.admit(at: 7, urged: true)
    #expect(verdict11 == .go)
  }

  @Test("a failure opens it anew, an answer closes it and says that somebody waited")
  func after() {
    var breaker = open(until: 1_000)
    _ = breaker.admit(at: 1_000, urged: false)
    breaker.failed(until: 5_000)
    let verdict12 = breaker.admit(at: 1_001, urged: false)
    #expect(verdict12 == .wait(until: 5_000))
    let wasOpen = breaker.answered()
    #expect(wasOpen)
    #expect(breaker == CircuitBreaker())
  }
}
