/// Lets requests that arrive while a commit runs share the next one.
///
/// A commit costs one sync of the disk whether it brings one request or a hundred. So the store is
/// never waited for in a queue of single commits: whoever waits, goes together.
actor GroupCommit {
  private struct Waiting {
    var request: StoreRequest
    var continuation: CheckedContinuation<[StoreResult], any Error>
  }

  // Bounds how long the first of a group waits for the others.
  private static let maxEvents = 10_000

  private let store: EventStore
  private var waiting: [Waiting] = []
  private var isCommitting = false

  init(_ store: EventStore) {
    self.store = store
  }

  /// Returns when the request is on the disk: what became of each of its events.
  func commit(_ request: StoreRequest) async throws -> [StoreResult] {
    try await withCheckedThrowingContinuation { continuation in
      waiting.append(Waiting(request: request, continuation: continuation))
      guard !isCommitting else { return }
      isCommitting = true
      // A task of its own: a sender that hangs up cancels its request, and must not cancel with it
      // the commit of all the others.
      Task { await commitAll() }
    }
  }

  private func commitAll() async {
    while !waiting.isEmpty {
      let group = takeGroup()
      do {
        let results = try await store.insert(group.map(\.request))
        for (member, result) in zip(group, results) {
          member.continuation.resume(returning: result)
        }
      } catch {
        for member in group { member.continuation.resume(throwing: error) }
      }
    }
    isCommitting = false
  }

  private func takeGroup() -> [Waiting] {
    var events = 0
    let group = waiting.prefix { member in
      defer { events += member.request.events.count }
      return events < Self.maxEvents
    }
    waiting.removeFirst(group.count)
    return Array(group)
  }
}
