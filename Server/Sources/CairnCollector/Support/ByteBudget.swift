/// A limit for the bytes of all bodies, or of all responses, that the process holds at one time.
///
/// No project can take all of them, so unfinished bodies of one project do not keep out the others.
/// The first bytes of bodies whose project is not known yet are counted apart: they are bounded by
/// the number of connections, and would otherwise take the share that is left for other projects.
final class ByteBudget: Sendable {
  private struct State {
    var taken = 0
    var projects: [String: Int] = [:]
    var unknown = 0
  }

  /// The owner of bytes.
  fileprivate enum Owner {
    case nobody
    case project(String)
    /// The sender of a body whose key has not been read yet.
    case unknown
  }

  private let capacity: Int
  private let mostOfProject: Int
  private let mostUnknown: Int
  private let refusal: Refusal
  private let state = Locked(State())

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes of all leases together, without those of unknown senders.
  ///   - largest: The largest need of one request, which a project may always take.
  ///   - unknown: The number of bytes of all unknown senders together.
  ///   - refusal: The 429 of a request for which there is no space.
  init(capacity: Int, largest: Int, unknown: Int = 0, refusal: Refusal = .overBudget) {
    self.capacity = capacity
    mostOfProject = max(largest, capacity - capacity / 4)
    mostUnknown = unknown
    self.refusal = refusal
  }

  /// The bytes of all leases.
  var bytes: Int { state.withLock { $0.taken + $0.unknown } }

  /// Returns a new lease, which returns its bytes when it is released.
  func lease() -> Lease { Lease(self, .nobody) }

  /// Returns a lease for a body; without a project its sender is unknown until `belongs(to:)`.
  func lease(ofBody project: String?) -> Lease {
    Lease(self, project.map { .project($0) } ?? .unknown)
  }

  private func take(_ count: Int, _ owner: Owner) -> Bool {
    state.withLock { state in
      if case .unknown = owner {
        guard count <= mostUnknown - state.unknown else { return false }
        state.unknown += count
        return true
      }
      guard count <= capacity - state.taken else { return false }
      if case .project(let project) = owner {
        let own = state.projects[project, default: 0]
        guard count <= mostOfProject - own else { return false }
        state.projects[project] = own + count
      }
      state.taken += count
      return true
    }
  }

  private func giveBack(_ count: Int, _ owner: Owner) {
    state.withLock { state in
      switch owner {
      case .unknown: state.unknown -= count
      case .nobody: state.taken -= count
      case .project(let project):
        state.taken -= count
        let own = state.projects[project, default: 0] - count
        state.projects[project] = own == 0 ? nil : own
      }
    }
  }

  /// The bytes of one request.
  final class Lease: Sendable {
    private struct State {
      var bytes = 0
      var owner: Owner
    }

    private let budget: ByteBudget
    private let state: Locked<State>

    fileprivate init(_ budget: ByteBudget, _ owner: Owner) {
      self.budget = budget
      state = Locked(State(owner: owner))
    }

    deinit {
      let state = state.withLock { $0 }
      budget.giveBack(state.bytes, state.owner)
    }

    /// - Throws: 429 when that number of bytes is not available.
    func take(_ count: Int) throws(Refusal) {
      let isThere = state.withLock { state in
        guard budget.take(count, state.owner) else { return false }
        state.bytes += count
        return true
      }
      guard isThere else { throw budget.refusal }
    }

    /// Assigns the lease of an unknown sender to a project.
    ///
    /// - Throws: 429 when the project may not take the bytes that were received so far.
    func belongs(to project: String) throws(Refusal) {
      let isThere = state.withLock { state in
        guard case .unknown = state.owner else { return true }
        guard budget.take(state.bytes, .project(project)) else { return false }
        budget.giveBack(state.bytes, .unknown)
        state.owner = .project(project)
        return true
      }
      guard isThere else { throw budget.refusal }
    }

    /// Reduces the lease to the given number of bytes.
    func keep(_ count: Int) {
      state.withLock { state in
        let rest = max(0, state.bytes - count)
        state.bytes -= rest
        budget.giveBack(rest, state.owner)
      }
    }
  }
}
