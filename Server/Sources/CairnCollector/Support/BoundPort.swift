/// The port of the collector, for all tasks that wait for it.
actor BoundPort {
  private enum State {
    case unknown
    case bound(Int)
    case failed(CollectorError)
  }

  private var state = State.unknown
  private var waiting: [Int: CheckedContinuation<Int, any Error>] = [:]
  private var nextID = 0

  var isResolved: Bool {
    if case .bound = state { true } else { false }
  }

  /// - Throws: The failure, or `CancellationError`.
  func value() async throws -> Int {
    switch state {
    case .bound(let port): return port
    case .failed(let error): throw error
    case .unknown: return try await wait()
    }
  }

  func resolve(_ port: Int) {
    guard case .unknown = state else { return }
    state = .bound(port)
    for continuation in waiting.values { continuation.resume(returning: port) }
    waiting = [:]
  }

  /// Records that the port is no longer bound, or never was.
  func fail(_ error: CollectorError) {
    state = .failed(error)
    for continuation in waiting.values { continuation.resume(throwing: error) }
    waiting = [:]
  }

  private func wait() async throws -> Int {
    nextID += 1
    let id = nextID
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard !Task.isCancelled else {
          return continuation.resume(throwing: CancellationError())
        }
        waiting[id] = continuation
      }
    } onCancel: {
      Task { await cancel(id) }
    }
  }

  private func cancel(_ id: Int) {
    waiting.removeValue(forKey: id)?.resume(throwing: CancellationError())
  }
}
