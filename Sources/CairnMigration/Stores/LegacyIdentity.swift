package import Cairn

/// The identity that another SDK has stored.
///
/// A value is nil when the SDK does not store it, which says nothing about it.
package struct LegacyIdentity: Equatable, Sendable {
  /// An empty text is none.
  package var anonymousID: String? {
    didSet { if anonymousID?.isEmpty == true { anonymousID = nil } }
  }
  /// An empty text is none.
  package var userID: String? { didSet { if userID?.isEmpty == true { userID = nil } } }
  package var traits: [String: Value]?
  /// The groups of the user by type.
  package var groups: [String: Value]?
  package var superProperties: [String: Value]?
  /// Whether the user has opted out of the collection of events.
  package var optedOut: Bool?
  /// The session: its identifier and its last activity, as the SDK stores them.
  package var session: [String: Value]?
  /// The decisions of experiments; the one without an identifier is the visitor `anonymousID`.
  package var visitors: [InitialVisitor] = []
  /// Further values of the SDK, by the names that its documentation uses.
  package var details: [String: Value] = [:]

  package init(anonymousID: String? = nil, userID: String? = nil) {
    self.anonymousID = anonymousID.flatMap { $0.isEmpty ? nil : $0 }
    self.userID = userID.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether nothing is stored.
  package var isEmpty: Bool { self == LegacyIdentity() }
}

extension LegacyIdentity {
  /// Returns the identity with what another one lacks; an opt-out in one of them holds for both.
  ///
  /// Traits and the session belong to the identity whose identifiers are taken.
  func under(_ first: LegacyIdentity?) -> LegacyIdentity {
    guard var merged = first else { return self }
    if merged.anonymousID == nil, merged.userID == nil {
      (merged.anonymousID, merged.userID) = (anonymousID, userID)
      (merged.traits, merged.session) = (traits, session)
      merged.details["userIdFromQueue"] = details["userIdFromQueue"]
    }
    merged.superProperties = merged.superProperties ?? superProperties
    merged.groups = merged.groups ?? groups
    if merged.visitors.isEmpty { merged.visitors = visitors }
    merged.optedOut = merged.optedOut == true || optedOut == true ? true : merged.optedOut
    return merged
  }

  /// The user; without a stored one, that of the newest event.
  package var latestUserID: String? { userID ?? details["userIdFromQueue"]?.stringValue }

  /// The session with its beginning, if the SDK stores that.
  var initialSession: InitialSession? {
    guard let session, let start = Self.milliseconds(session["id"]),
      let last = session["lastActivity"]?.stringValue.flatMap(Timestamps.milliseconds)
    else { return nil }
    return InitialSession(
      startedAt: WallTime(milliseconds: start), lastActivity: WallTime(milliseconds: last))
  }

  /// Returns the time in a session's identifier, which is in seconds or milliseconds; nil for other
  /// identifiers.
  private static func milliseconds(_ id: Value?) -> Int64? {
    guard let number = id?.intValue ?? id?.stringValue.flatMap({ Int($0) }) else { return nil }
    switch number {
    case 1_000_000_000..<100_000_000_000: return Int64(number) * 1_000
    case 100_000_000_000..<100_000_000_000_000: return Int64(number)
    default: return nil
    }
  }
}
