import Foundation

/// A store that erases an identity in steps, each of which is durable.
///
/// A tombstone is recorded before anything is deleted. So events that arrive meanwhile cannot
/// escape it, and the deletions are many short transactions between which events are stored.
protocol ErasingStore: EventStore {
  /// Records tombstones; from now on the events that they forbid are refused.
  func record(_ tombstones: [Tombstone]) async throws(StoreFailure)

  /// Returns the anonymous ids that are in events of the user, and in those of no other user,
  /// sorted.
  func anonymousIDs(only userID: String, _ project: String) async throws(StoreFailure) -> [String]

  /// Deletes the events of a subject that happened until `time`, in microseconds since 1970;
  /// returns their number.
  func delete(_ subject: ErasureSubject, until time: Int64) async throws(StoreFailure) -> Int
}

extension ErasingStore {
  func erase(_ subject: ErasureSubject) async throws(StoreFailure) -> Erasure {
    let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
    try await record([Tombstone(subject, at: now)])
    var erasure = Erasure(events: 0, anonymousIDs: [])
    if case .user(let id) = subject.identity {
      erasure.anonymousIDs = try await anonymousIDs(only: id, subject.project)
    }
    // The user's own events come last: a repeated call finds the anonymous ids in them.
    for id in erasure.anonymousIDs {
      let part = ErasureSubject(project: subject.project, identity: .anonymous(id))
      try await record([Tombstone(part, at: now)])
      erasure.events += try await delete(part, until: .max)
    }
    erasure.events += try await delete(subject, until: .max)
    return erasure
  }
}
