/// Counts the requests that are in, and closes the door when it is full.
///
/// A quarter of the room is never one project's alone: who sends without end does not keep out the others.
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

  /// Does the work inside the room.
  ///
  /// - Throws: 429 at once when the room is full, or the project's part of it.
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
