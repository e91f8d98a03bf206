package import Cairn

/// The identity that another SDK has stored.
///
/// A value is nil when the SDK does not store it, which says nothing about it.
package struct LegacyIdentity: Equatable, Sendable {
  package var anonymousID: String?
  package var userID: String?
  package var traits: [String: Value]?
  /// The groups of the user by type.
  package var groups: [String: Value]?
  package var superProperties: [String: Value]?
  /// Whether the user has opted out of the collection of events.
  package var optedOut: Bool?
  /// The session: its identifier and its last activity, as the SDK stores them.
  package var session: [String: Value]?
  /// Further values of the SDK, by the names that its documentation uses.
  package var details: [String: Value] = [:]

  package init(anonymousID: String? = nil, userID: String? = nil) {
    self.anonymousID = anonymousID
    self.userID = userID
  }

  /// Whether nothing is stored.
  package var isEmpty: Bool { self == LegacyIdentity() }
}
