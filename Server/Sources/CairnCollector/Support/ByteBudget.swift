/// A bound for the bytes of all bodies, or of all answers, that the process holds at one time.
final class ByteBudget: Sendable {
  private let capacity: Int
  private let taken = Locked(0)

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// A new lease, which gives its bytes back when nobody holds it any more.
  func lease() -> Lease { Lease(self) }

  /// The bytes of one request.
  final class Lease: Sendable {
    private let budget: ByteBudget
    private let bytes = Locked(0)

    fileprivate init(_ budget: ByteBudget) {
      self.budget = budget
    }

    deinit {
      let bytes = bytes.withLock { $0 }
      budget.taken.withLock { $0 -= bytes }
    }

    /// - Throws: 429 when so many more are not to be had.
    func take(_ count: Int) throws(Refusal) {
      let isThere = budget.taken.withLock { taken in
        guard count <= budget.capacity - taken else { return false }
        taken += count
        return true
      }
      guard isThere else { throw .overBudget }
      bytes.withLock { $0 += count }
    }

    /// Gives back what is not needed after all.
    func keep(_ count: Int) {
      let rest = bytes.withLock { bytes in
        defer { bytes = min(bytes, count) }
        return max(0, bytes - count)
      }
      budget.taken.withLock { $0 -= rest }
    }
  }
}
