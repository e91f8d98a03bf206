/// Counts the requests in progress, and refuses more than the maximum.
///
/// One project may use three quarters of the maximum, so that a project with many requests does not
/// block others.
final class WaitingRoom: Sendable {
  private struct State {
    var arrivals: [Int: ContinuousClock.Instant] = [:]
    var nextTicket = 0
    var projects: [String: Int] = [:]
  }

  private let capacity: Int
  private let mostOfProject: Int
  private let refusal: Refusal
  private let inside = Locked(State())

  /// Creates a room for so many requests; others get the refusal, a 429.
  init(capacity: Int, refusal: Refusal = .saturated) {
    self.capacity = capacity
    self.refusal = refusal
    mostOfProject = capacity - capacity / 4
  }

  var count: Int { inside.withLock { $0.arrivals.count } }

  /// The time that the oldest request has been inside; nil when there is none.
  var oldest: Duration? {
    let now = ContinuousClock.now
    return inside.withLock { $0.arrivals.values.min() }.map { now - $0 }
  }

  /// Performs the work while the request is counted.
  ///
  /// - Throws: 429 at once when the maximum, or the project's share of it, is reached.
  func admit<Result>(_ project: String, _ work: () async throws -> Result) async throws -> Result {
    let now = ContinuousClock.now
    let ticket: Int? = inside.withLock { state in
      let own = state.projects[project, default: 0]
      guard state.arrivals.count < capacity, own < mostOfProject else { return nil }
      state.projects[project] = own + 1
      state.nextTicket &+= 1
      state.arrivals[state.nextTicket] = now
      return state.nextTicket
    }
    guard let ticket else { throw refusal }
    defer { leave(ticket, project) }
    return try await work()
  }

  private func leave(_ ticket: Int, _ project: String) {
    inside.withLock { state in
      state.arrivals[ticket] = nil
      let own = state.projects[project, default: 1] - 1
      state.projects[project] = own == 0 ? nil : own
    }
  }
}
