/// Counts the requests in progress, and refuses more than the maximum.
///
/// One project may use three quarters of the maximum, so that a project with many requests does not
/// block others.
final class WaitingRoom: Sendable {
  private struct State {
    var count = 0
    var projects: [String: Int] = [:]
  }

  private let capacity: Int
  private let mostOfProject: Int
  private let inside = Locked(State())

  init(capacity: Int) {
    self.capacity = capacity
    mostOfProject = capacity - capacity / 4
  }

  var count: Int { inside.withLock { $0.count } }

  /// Performs the work while the request is counted.
  ///
  /// - Throws: 429 at once when the maximum, or the project's share of it, is reached.
  func admit<Result>(_ project: String, _ work: () async throws -> Result) async throws -> Result {
    let isAdmitted = inside.withLock { state in
      let own = state.projects[project, default: 0]
      guard state.count < capacity, own < mostOfProject else { return false }
      state.count += 1
      state.projects[project] = own + 1
      return true
    }
    guard isAdmitted else { throw Refusal.saturated }
    defer { leave(project) }
    return try await work()
  }

  private func leave(_ project: String) {
    inside.withLock { state in
      state.count -= 1
      let own = state.projects[project, default: 1] - 1
      state.projects[project] = own == 0 ? nil : own
    }
  }
}
