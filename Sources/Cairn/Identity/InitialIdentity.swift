/// The identifiers that the app's former analytics SDK has used on this device.
///
/// With it an app that moves to Cairn keeps its users: `Configuration.initialIdentity`.
public struct InitialIdentity: Hashable, Sendable {
  /// The anonymous identifier of the former SDK; nil, or an empty text, for a new one.
  ///
  /// It may have in JSON at most 1 024 bytes; a longer one is ignored, with a line in the log.
  public var anonymousID: String?
  /// The user that the former SDK has identified; nil, or an empty text, for none.
  ///
  /// The same limit applies.
  public var userID: String?

  /// Creates an identity from the identifiers of the former SDK.
  public init(anonymousID: String? = nil, userID: String? = nil) {
    self.anonymousID = anonymousID
    self.userID = userID
  }

  /// The maximum length of an identifier in bytes of JSON.
  static let longest = 1_024

  /// The identifiers that can be used, without those that are empty or too long.
  func usable(_ onLong: (_ name: String) -> Void) -> InitialIdentity {
    func usable(_ id: String?, _ name: String) -> String? {
      guard let id, !id.isEmpty else { return nil }
      guard OutputBuffer.jsonBytes(id) <= Self.longest else {
        onLong(name)
        return nil
      }
      return id
    }
    return InitialIdentity(
      anonymousID: usable(anonymousID, "anonymousID"), userID: usable(userID, "userID"))
  }
}
