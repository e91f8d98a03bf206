import Synchronization

/// A bounded number of connections for reading, and a bounded number of callers that wait for one.
package final class PostgreSQLPool: Sendable {
  private struct State {
    var idle: [PostgreSQLConnection]
    var waiting: [CheckedContinuation<PostgreSQLConnection, any Error>] = []
  }

  private let state: Mutex<State>
  private let maxWaiting: Int

  package init(_ connections: [PostgreSQLConnection], maxWaiting: Int) {
    state = Mutex(State(idle: connections))
    self.maxWaiting = maxWaiting
  }

  /// Runs the body with a connection that no other caller has meanwhile.
  ///
  /// - Throws: Also when too many callers wait already.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Result
  ) async throws -> Result {
    let connection = try await take()
    defer { give(connection) }
    return try await connection.run(body)
  }

  private func take() async throws -> PostgreSQLConnection {
    try await withCheckedThrowingContinuation { continuation in
      let outcome: Swift.Result<PostgreSQLConnection, PostgreSQLError>? = state.withLock { state in
        if let connection = state.idle.popLast() { return .success(connection) }
        guard state.waiting.count < maxWaiting else {
          return .failure(PostgreSQLError(message: "too many readers wait for a connection"))
        }
        state.waiting.append(continuation)
        return nil
      }
      switch outcome {
      case .success(let connection): continuation.resume(returning: connection)
      case .failure(let error): continuation.resume(throwing: error)
      case nil: break
      }
    }
  }

  private func give(_ connection: PostgreSQLConnection) {
    let next = state.withLock { state -> CheckedContinuation<PostgreSQLConnection, any Error>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.idle.append(connection)
      return nil
    }
    next?.resume(returning: connection)
  }
}
