/// Prevents requests after a denial: when the denial returns, a request has either begun or never
/// begins.
///
/// The check of the consent and the first step of a request run inside this type. A denial waits
/// until these steps have ended, and never for the network.
package final class RequestGate: Sendable {
  private struct State {
    var inside = 0
  }

  private let state = Locked(State())
  /// The number of steps that this thread is in: a denial inside a step does not wait for that
  /// step.
  private static let depth = ThreadLocalWord()
  /// Milliseconds that a denial waits for a step that blocks its thread, which none should.
  package static let maximumWait = 1_000

  package init() {}

  /// Runs a step in which a request may begin, and which checks its permission itself.
  func step<Result>(_ work: () -> Result) -> Result {
    state.withLock { $0.inside += 1 }
    Self.depth.value += 1
    defer {
      Self.depth.value -= 1
      state.withLock { $0.inside -= 1 }
    }
    return work()
  }

  /// Waits until all steps have ended that began before this was called.
  ///
  /// The denial must be stored before this call: a step that begins later detects it.
  package func settle() {
    guard Self.depth.value == 0 else { return }
    for _ in 0..<Self.maximumWait {
      if state.withLock({ $0.inside == 0 }) { return }
      BlockingSleep.milliseconds(1)
    }
  }
}
