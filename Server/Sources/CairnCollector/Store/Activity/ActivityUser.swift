/// The user to whom an event belongs, for questions about users.
///
/// A user is a user id; for events without one, an anonymous id. If the store has events with both
/// an anonymous id and a user id, and all of these have the same user id, then the anonymous id is
/// that user: what a person did before the sign-in counts for the same user as what followed it.
/// An anonymous id that was seen with several user ids, for example on a device that several people
/// use, is a user of its own: nobody knows who caused its events. It is the rule by which an
/// erasure finds the anonymous ids of a user. The order of arrival does not matter.
///
/// All questions use this rule. Users are compared by 64 bits of SipHash: of ten million users of a
/// project, any two are taken for one with a probability of 3 in a million.
enum ActivityUser {
  /// Returns the key of a user id.
  static func key(ofUser id: String) -> UInt64 { hash(id, (0x6361_6972_6e75_7365, 1)) }

  /// Returns the key of an anonymous id.
  static func key(ofAnonymous id: String) -> UInt64 { hash(id, (0x6361_6972_6e61_6e6f, 2)) }

  /// Returns the key of the identity of an event: its user, or without one its anonymous id.
  static func key(userID: String?, anonymousID: String?) -> UInt64 {
    if let userID { return key(ofUser: userID) }
    return key(ofAnonymous: anonymousID ?? "")
  }

  // 0 is a free place in `UserTable`.
  private static func hash(_ id: String, _ key: (UInt64, UInt64)) -> UInt64 {
    var id = id
    let hash = id.withUTF8 { SipHash.hash(UnsafeRawBufferPointer($0), key: key) }
    return hash == 0 ? 1 : hash
  }
}

/// An anonymous id and a user id that one event has, as keys.
struct ActivityLink: Hashable, Sendable {
  var anonymous: UInt64
  var user: UInt64
}
