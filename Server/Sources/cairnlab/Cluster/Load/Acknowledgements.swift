import Cairn

/// The events that the collectors acknowledged, and the times.
final class Acknowledgements: Sendable {
  struct Progress: Sendable {
    var events = 0
    var duplicates = 0
    var retries = 0
    /// Answers that must not occur: refusals and conflicts.
    var wrong = 0
    /// The time of the last acknowledgement, and the longest time without one.
    var last = ContinuousClock.now
    var longestGap = Duration.zero
  }

  private struct State {
    var bits: [UInt64] = []
    var next = 0
    var isEnding = false
    var progress = Progress()
  }

  private let state = Locked(State())

  var progress: Progress { state.withLock { $0.progress } }

  /// The number of events that were sent.
  var total: Int { state.withLock { $0.next } }

  /// Returns the numbers of a new batch, one in ten of which was sent before.
  func takeBatch(_ count: Int, using generator: inout some RandomNumberGenerator) -> [Int] {
    state.withLock { state in
      let new = count - count / 10
      let first = state.next
      state.next += new
      let old = (0..<(count - new)).compactMap { _ in
        first > 0 ? Int.random(in: 0..<first, using: &generator) : nil
      }
      return Array(first..<(first + new)) + Set(old).sorted()
    }
  }

  func acknowledge(_ numbers: [Int], duplicates: Int, wrong: Int) {
    let now = ContinuousClock.now
    state.withLock { state in
      for number in numbers {
        while state.bits.count <= number / 64 { state.bits.append(0) }
        let bit = UInt64(1) << UInt64(number % 64)
        if state.bits[number / 64] & bit == 0 { state.progress.events += 1 }
        state.bits[number / 64] |= bit
      }
      state.progress.duplicates += duplicates
      state.progress.wrong += wrong
      state.progress.longestGap = max(state.progress.longestGap, now - state.progress.last)
      state.progress.last = now
    }
  }

  /// Whether the clients finish the batches under way and end.
  var isEnding: Bool { state.withLock { $0.isEnding } }

  func end() { state.withLock { $0.isEnding = true } }

  func retried() { state.withLock { $0.progress.retries += 1 } }

  /// Begins to measure the longest gap again.
  func resetGap() {
    state.withLock { state in
      state.progress.longestGap = .zero
      state.progress.last = .now
    }
  }

  func isAcknowledged(_ number: Int) -> Bool {
    state.withLock { state in
      number / 64 < state.bits.count
        && state.bits[number / 64] & (UInt64(1) << UInt64(number % 64)) != 0
    }
  }
}
