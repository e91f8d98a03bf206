import Cairn

/// Decides which requests fail and how, and keeps count.
final class FaultDice: Sendable {
  private struct State {
    var generator: SeededGenerator
    var counts = ProxyCounts()
  }

  private let share: Double
  private let state: Locked<State>

  init(share: Double, generator: SeededGenerator) {
    self.share = share
    state = Locked(State(generator: generator))
  }

  var counts: ProxyCounts { state.withLock { $0.counts } }

  /// Counts a request; nil when it is to pass.
  func roll() -> Fault? {
    state.withLock { state in
      state.counts.requests += 1
      guard Double.random(in: 0..<1, using: &state.generator) < share else { return nil }
      guard let fault = Fault.allCases.randomElement(using: &state.generator) else { return nil }
      state.counts.faults[fault, default: 0] += 1
      return fault
    }
  }

  /// The seconds that a 429 asks to wait: 0 or 1.
  func retryAfter() -> Int {
    state.withLock { Int.random(in: 0...1, using: &$0.generator) }
  }

  func countMishap() { state.withLock { $0.counts.mishaps += 1 } }
}
