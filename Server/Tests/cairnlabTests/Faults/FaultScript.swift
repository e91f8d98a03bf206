import Cairn

@testable import cairnlab

/// Faults from a list, each once; no faults after the end of the list.
final class FaultScript: FaultSource {
  private struct State {
    var rest: ArraySlice<Fault>
    var last: (fault: Fault, time: ContinuousClock.Instant)?
    var pauses: [Fault: Duration] = [:]
  }

  private let state: Locked<State>
  private let requestsBehind: AsyncStream<Void>
  private let sign: AsyncStream<Void>.Continuation

  init(_ faults: [Fault] = []) {
    state = Locked(State(rest: faults[...]))
    (requestsBehind, sign) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func next() -> Fault? {
    let now = ContinuousClock.now
    let fault = state.withLock { state in
      if let (fault, time) = state.last { state.pauses[fault] = now - time }
      let fault = state.rest.popFirst()
      state.last = fault.map { ($0, now) }
      return fault
    }
    if fault == nil { sign.yield() }
    return fault
  }

  /// Adds these faults; returns when a request has arrived after all of them.
  func play(_ faults: some Sequence<Fault>) async {
    state.withLock { $0.rest += faults }
    for await _ in requestsBehind where state.withLock({ $0.rest.isEmpty }) { return }
  }

  /// Returns the time between the request with this fault and the next one.
  func pause(after fault: Fault) -> Duration? { state.withLock { $0.pauses[fault] } }
}
