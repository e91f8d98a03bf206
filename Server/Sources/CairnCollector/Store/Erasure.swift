import Crypto
import Foundation

/// The subject of an erasure: an identity in a project.
struct ErasureSubject: Sendable, Equatable {
  enum Identity: Sendable, Hashable {
    /// A user, and the anonymous ids that no other user has.
    case user(String)
    /// The events with this anonymous id that have no user.
    case anonymous(String)
  }

  var project: String
  var identity: Identity
}

/// The result of an erasure.
struct Erasure: Sendable, Equatable {
  /// The number of events that were deleted.
  var events: Int
  /// The anonymous ids of the user that were erased with it, sorted.
  var anonymousIDs: [String]
}

/// A record of an erasure, without the identifier.
struct Tombstone: Sendable, Hashable {
  var project: String
  /// The digest of the identity.
  var subject: Data
  /// Microseconds since 1970.
  var erasedAt: Int64
}

extension Tombstone {
  init(_ subject: ErasureSubject, at time: Int64) {
    self.init(project: subject.project, subject: subject.identity.digest, erasedAt: time)
  }
}

extension ErasureSubject.Identity {
  /// Creates the identity that an event belongs to: its user, or without one its anonymous id.
  init?(of event: CheckedEvent) {
    if let userID = event.userID {
      self = .user(userID)
    } else if let anonymousID = event.anonymousID {
      self = .anonymous(anonymousID)
    } else {
      return nil
    }
  }

  /// The identifier itself.
  var id: String {
    switch self {
    case .user(let id), .anonymous(let id): id
    }
  }

  /// A digest for the tombstone, which has to outlive the identifier without containing it.
  var digest: Data {
    let text =
      switch self {
      case .user(let id): "user:" + id
      case .anonymous(let id): "anonymous:" + id
      }
    var hash = SHA256()
    hash.update(data: Data(text.utf8))
    return Data(hash.finalize())
  }
}
