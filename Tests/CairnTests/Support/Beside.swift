import Cairn
import Dispatch
import Foundation

/// Work on a separate thread during the test.
final class Beside: Sendable {
  private let state = State()

  private final class State: Sendable {
    let hasEnded = Locked(false)
    let end = DispatchSemaphore(value: 0)
  }

  init(_ work: @escaping @Sendable () -> Void) {
    let state = state
    Thread {
      work()
      state.hasEnded.withLock { $0 = true }
      state.end.signal()
    }.start()
  }

  var hasEnded: Bool { state.hasEnded.withLock { $0 } }

  func wait() {
    state.end.wait()
    state.end.signal()
  }
}
