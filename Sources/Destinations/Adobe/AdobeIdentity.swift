import Cairn
import CairnContent

/// The identities of a person in the `identityMap` of events for the Edge Network.
///
/// An app that also uses other Adobe extensions passes their Experience Cloud ID (ECID), so that
/// its events belong to the same profile:
///
/// ```swift
/// let identity = AdobeIdentity(userNamespace: "CRMID") { _ in knownECID.value }
/// let adobe = AdobeEdgeDestination(settings, identity: identity)
/// ```
public struct AdobeIdentity: Sendable {
  private let experienceCloudID: @Sendable (_ anonymousID: String) -> String?
  private let userNamespace: String?

  /// Identities with an ECID of the app.
  ///
  /// - Parameters:
  ///   - userNamespace: The namespace of the data in Adobe Experience Platform to which the user ID
  ///     of `identify` belongs, such as `CRMID`. With nil, the default, the user ID is not sent.
  ///   - experienceCloudID: Returns the ECID for the anonymous ID of an event, such as the one that
  ///     Adobe's `Identity.getExperienceCloudId` has returned. With nil the event has none, and the
  ///     network assigns one, which is kept in the state that the network returns. It is called
  ///     when a batch is made, on no particular thread, and must not wait.
  public init(
    userNamespace: String? = nil,
    experienceCloudID: @escaping @Sendable (_ anonymousID: String) -> String?
  ) {
    self.userNamespace = userNamespace
    self.experienceCloudID = experienceCloudID
  }

  /// Identities with an ECID that is derived from the anonymous ID; this is the default.
  ///
  /// - Parameter userNamespace: The namespace to which the user ID of `identify` belongs. With nil,
  ///   the default, the user ID is not sent.
  /// - Returns: The identities.
  public static func derived(userNamespace: String? = nil) -> AdobeIdentity {
    AdobeIdentity(userNamespace: userNamespace) { EdgeIdentity.experienceCloudID($0) }
  }

  /// Identities with an ECID that the network assigns at the first request.
  ///
  /// - Parameter userNamespace: The namespace to which the user ID of `identify` belongs. With nil,
  ///   the default, the user ID is not sent.
  /// - Returns: The identities.
  public static func assigned(userNamespace: String? = nil) -> AdobeIdentity {
    AdobeIdentity(userNamespace: userNamespace) { _ in nil }
  }

  /// Whether the identity map of a group contains an ECID.
  static func hasExperienceCloudID(_ group: SealedGroup) -> Bool {
    Value(json: group.envelope)?["ECID"] != nil
  }

  /// Returns the identity map of a group as JSON; empty if there is no identity.
  func map(_ group: ContentGroup) -> [UInt8] {
    let user = userNamespace.flatMap { name in
      group.userID.map { EdgeIdentity.member(name, $0, "authenticated") }
    }
    let id = experienceCloudID(group.anonymousID).flatMap { $0.isEmpty ? nil : $0 }
    let members = [id.map { EdgeIdentity.member("ECID", $0, "ambiguous") }, user]
      .compactMap(\.self)
    return members.isEmpty ? [] : Array("{\(members.joined(separator: ","))}".utf8)
  }
}
