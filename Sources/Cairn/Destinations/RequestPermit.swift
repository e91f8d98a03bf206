/// Decides whether a request may still begin, in the step that begins it.
///
/// A destination is called when delivery is allowed. Before the first byte is sent, the body is
/// made and a task is scheduled, and the user may withdraw consent in that time.
package final class RequestPermit: Sendable {
  /// The permit of the delivery of the current task; nil outside of a worker's delivery.
  package static let current = TaskLocal<RequestPermit?>(wrappedValue: nil)

  private struct State {
    var wasRefused = false
    var task: Task<Void, Never>?
  }

  private let requestGate: RequestGate
  private let isAllowed: @Sendable () -> Bool
  private let state = Locked(State())

  package init(
    _ requestGate: RequestGate = RequestGate(), _ isAllowed: @escaping @Sendable () -> Bool
  ) {
    self.requestGate = requestGate
    self.isAllowed = isAllowed
  }

  /// Whether a request was prevented, or cancelled because it is no longer permitted.
  package var wasRefused: Bool { state.withLock { $0.wasRefused } }

  func mayBegin() -> Bool {
    if !wasRefused, isAllowed() { return true }
    state.withLock { $0.wasRefused = true }
    return false
  }

  /// The task that makes the requests.
  func hold(_ task: Task<Void, Never>) {
    let isLate = state.withLock { state in
      state.task = task
      return state.wasRefused
    }
    if isLate { task.cancel() }
  }

  /// Prevents further requests, and cancels those in progress, unless they are permitted.
  func recall() {
    guard !isAllowed() else { return }
    let task = state.withLock { state in
      state.wasRefused = true
      return state.task
    }
    task?.cancel()
  }

  /// Does the work if it may begin; returns nil when it must not.
  ///
  /// The work is one step until its first suspension, and a denial waits for that step: a request
  /// that begins in it began before the denial returned.
  func begin<Result: Sendable>(_ work: @Sendable () async -> Result) async -> Result? {
    await FirstStepExecutor { [requestGate] in requestGate.step($0) }.run { _ in
      mayBegin() ? await work() : nil
    }
  }
}
