/// Groups the requests that arrive while a commit runs into the next commit.
///
/// A commit costs one sync of the disk for one request as for a hundred. So requests do not wait in
/// a queue of single commits.
actor GroupCommit {
  private struct Waiting {
    var request: StoreRequest
    var continuation: CheckedContinuation<[StoreResult], any Error>
  }

  // Limits how long the first request of a group waits for the others, and the memory of a group.
  private static let maxEvents = 2_000

  private let store: any EventStore
  private var waiting: [Waiting] = []
  private var isCommitting = false

  init(_ store: any EventStore) {
    self.store = store
  }

  /// Commits a request; returns the result of each of its events when they are on the disk.
  func commit(_ request: StoreRequest) async throws -> [StoreResult] {
    try await withCheckedThrowingContinuation { continuation in
      waiting.append(Waiting(request: request, continuation: continuation))
      guard !isCommitting else { return }
      isCommitting = true
      // A separate task: a sender that disconnects cancels its request, which must not cancel the
      // commit of all others.
      Task { await commitAll() }
    }
  }

  private func commitAll() async {
    while !waiting.isEmpty {
      let group = takeGroup()
      do {
        let results = try await store.commit(group.map(\.request))
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
