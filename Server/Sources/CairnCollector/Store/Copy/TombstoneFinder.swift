import Foundation

/// Finds the identities of tombstones, which have only digests, among those of stored events.
struct TombstoneFinder {
  private let times: [Tombstone.Key: Int64]
  private(set) var found: [(ErasureSubject, Int64)] = []

  init(_ tombstones: [Tombstone]) {
    let pairs = tombstones.map {
      (Tombstone.Key(project: $0.project, subject: $0.subject), $0.erasedAt)
    }
    times = Dictionary(pairs, uniquingKeysWith: max)
  }

  mutating func look(at id: String, isUser: Bool, in project: String) {
    let identity: ErasureSubject.Identity = isUser ? .user(id) : .anonymous(id)
    guard let time = times[Tombstone.Key(project: project, subject: identity.digest)] else {
      return
    }
    found.append((ErasureSubject(project: project, identity: identity), time))
  }
}

extension Tombstone {
  fileprivate struct Key: Hashable {
    var project: String
    var subject: Data
  }
}
