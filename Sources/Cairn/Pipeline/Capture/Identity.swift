/// Who the events are about.
package struct Identity: Equatable, Sendable {
  package var anonymousID: String
  package var userID: String?
  /// Whether the rules of redaction were applied to the user's identifier.
  package var isRedacted = false
  /// Which person it is: another number behind each reset, 0 before the first one.
  ///
  /// What else belongs to a person, session and super properties, bears it. So what a kill or a disk left of the last one
  /// is told from what is this one's. The anonymous identifier cannot say that: it may change while the person stays.
  package var person: UInt64 = 0

  package init(anonymousID: String, userID: String? = nil, person: UInt64 = 0) {
    self.anonymousID = anonymousID
    self.userID = userID
    self.person = person
  }
}
