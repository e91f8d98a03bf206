/// A caller that waits for a flush; it is resumed once, when the flush ends or its task is
/// cancelled.
final class FlushWaiter: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<DeliveryReport?, Never>)
    case over(DeliveryReport?)
  }

  private let state = Locked(State.idle)

  /// The report at the end of the flush; nil when the task was cancelled before.
  var report: DeliveryReport? {
    get async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { wait($0) }
      } onCancel: {
        finish(nil)
      }
    }
  }

  private func wait(_ continuation: CheckedContinuation<DeliveryReport?, Never>) {
    let report: DeliveryReport?? = state.withLock { state in
      if case .over(let report) = state { return .some(report) }
      state = .waiting(continuation)
      return nil
    }
    if let report { continuation.resume(returning: report) }
  }

  func finish(_ report: DeliveryReport?) {
    let continuation = state.withLock { state -> CheckedContinuation<DeliveryReport?, Never>? in
      switch state {
      case .over: return nil
      case .idle:
        state = .over(report)
        return nil
      case .waiting(let continuation):
        state = .over(report)
        return continuation
      }
    }
    continuation?.resume(returning: report)
  }
}
