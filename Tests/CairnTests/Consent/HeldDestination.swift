import Cairn
import CairnTesting

/// Pauses deliveries until it is opened, and counts those that were cancelled meanwhile.
final class Gate: Sendable {
  private struct State {
    var entered = 0
    var cancelled = 0
    var isOpen = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  var cancelled: Int { state.withLock { $0.cancelled } }

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  func untilEntered(_ count: Int) async {
    while state.withLock({ $0.entered < count }) { await Task.yield() }
  }

  func pass() async {
    let number = state.withLock { state in
      state.entered += 1
      return state.entered
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if state.isOpen || Task.isCancelled { return true }
          state.waiters[number] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.cancelled += 1
        return state.waiters.removeValue(forKey: number)
      }
      waiter?.resume()
    }
  }
}

/// A destination behind a gate that accepts everything.
struct HeldDestination: Destination {
  let name = "gated"
  let gate: Gate

  init(_ gate: Gate) { self.gate = gate }

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    Array(events.map(\.text).joined(separator: "\n").utf8)
  }

  func deliver(_ batch: Batch) async -> Outcome {
    await gate.pass()
    return .accepted
  }
}
