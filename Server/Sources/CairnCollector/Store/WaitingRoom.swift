/// Counts the requests that are in, and closes the door when it is full.
final class WaitingRoom: Sendable {
  private let capacity: Int
  private let inside = Locked(0)

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { inside.withLock { $0 } }

  /// Does the work inside the room.
  ///
  /// - Throws: 429 at once when the room is full.
  func admit<Result>(_ work: () async throws -> Result) async throws -> Result {
    let isAdmitted = inside.withLock { count in
      guard count < capacity else { return false }
      count += 1
      return true
    }
    guard isAdmitted else { throw Refusal.saturated }
    defer { inside.withLock { $0 -= 1 } }
    return try await work()
  }
}
