/// The identifiers of the user that events are about.
package struct Identity: Equatable, Sendable {
  package var anonymousID: String
  package var userID: String?
  /// Whether the redaction rules were applied to the user identifier.
  package var isRedacted = false
  /// The number of the person: 0 before the first reset, and a new number after each reset.
  ///
  /// The session and the super properties of a person are stored with the same number, so data that
  /// a kill or a disk error left from an earlier person is recognized. The anonymous identifier
  /// cannot serve for this, because it may change while the person stays the same.
  package var person: UInt64 = 0

  package init(anonymousID: String, userID: String? = nil, person: UInt64 = 0) {
    self.anonymousID = anonymousID
    self.userID = userID
    self.person = person
  }
}

/// The person that an event was made for.
///
/// It has only what recording needs after the event is made, because to copy an identity is slow.
struct EventPerson {
  /// `Identity.person`.
  let number: UInt64
  /// The user identifier, if the redaction rules were applied to it already.
  let redactedUserID: String?

  @inline(__always)
  init(_ identity: borrowing Identity) {
    number = identity.person
    redactedUserID = identity.isRedacted ? identity.userID : nil
  }
}
