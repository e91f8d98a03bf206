/// Who the events are about.
package struct Identity: Equatable, Sendable {
  package var anonymousID: String
  package var userID: String?
  /// Whether the rules of redaction were applied to the user's identifier.
  package var isRedacted = false

  package init(anonymousID: String, userID: String? = nil) {
    self.anonymousID = anonymousID
    self.userID = userID
  }
}
