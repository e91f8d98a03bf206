/// Who the events are about.
package struct Identity: Equatable, Sendable {
  package var anonymousID: String
  package var userID: String?

  package init(anonymousID: String, userID: String? = nil) {
    self.anonymousID = anonymousID
    self.userID = userID
  }
}
