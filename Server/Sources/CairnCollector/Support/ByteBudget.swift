/// A bound for the bytes of all bodies, or of all answers, that the process holds at one time.
///
/// No project has all of them: who sends bodies that do not end does not keep out the others.
final class ByteBudget: Sendable {
  private struct State {
    var taken = 0
    var projects: [String: Int] = [:]
  }

  private let capacity: Int
  private let mostOfProject: Int
  private let state = Locked(State())

  /// `largest` is what one request may need: a project may always have as much.
  init(capacity: Int, largest: Int) {
    self.capacity = capacity
    mostOfProject = max(largest, capacity - capacity / 4)
  }

  /// A new lease, which gives its bytes back when nobody holds it any more.
  func lease(_ project: String? = nil) -> Lease { Lease(self, project) }

  private func take(_ count: Int, _ project: String?) -> Bool {
    state.withLock { state in
      guard count <= capacity - state.taken else { return false }
      if let project {
        let own = state.projects[project, default: 0]
        guard count <= mostOfProject - own else { return false }
        state.projects[project] = own + count
      }
      state.taken += count
      return true
    }
  }

  private func giveBack(_ count: Int, _ project: String?) {
    state.withLock { state in
      state.taken -= count
      guard let project else { return }
      let own = state.projects[project, default: 0] - count
      state.projects[project] = own == 0 ? nil : own
    }
  }

  /// What was taken before it was known for whom.
  private func assign(_ count: Int, _ project: String) {
    state.withLock { $0.projects[project, default: 0] += count }
  }

  /// The bytes of one request.
  final class Lease: Sendable {
    private struct State {
      var bytes = 0
      var project: String?
    }

    private let budget: ByteBudget
    private let state: Locked<State>

    fileprivate init(_ budget: ByteBudget, _ project: String?) {
      self.budget = budget
      state = Locked(State(project: project))
    }

    deinit {
      let state = state.withLock { $0 }
      budget.giveBack(state.bytes, state.project)
    }

    /// - Throws: 429 when so many more are not to be had.
    func take(_ count: Int) throws(Refusal) {
      let isThere = state.withLock { state in
        guard budget.take(count, state.project) else { return false }
        state.bytes += count
        return true
      }
      guard isThere else { throw .overBudget }
    }

    /// Says whose request it is, when that was not known at first.
    func belongs(to project: String) {
      state.withLock { state in
        guard state.project == nil else { return }
        state.project = project
        budget.assign(state.bytes, project)
      }
    }

    /// Gives back what is not needed after all.
    func keep(_ count: Int) {
      state.withLock { state in
        let rest = max(0, state.bytes - count)
        state.bytes -= rest
        budget.giveBack(rest, state.project)
      }
    }
  }
}
