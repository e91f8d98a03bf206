import Cairn

/// Counts the combinations of faults and operations.
final class Coverage: Sendable {
  private let counts = Locked<[String: [String: Int]]>([:])

  func count(_ fault: String, _ operation: String, _ number: Int = 1) {
    counts.withLock { $0[fault, default: [:]][operation, default: 0] += number }
  }

  var pairs: [String: [String: Int]] { counts.withLock { $0 } }
}
