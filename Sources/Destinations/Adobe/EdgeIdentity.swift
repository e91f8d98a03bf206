import CairnContent
import Foundation

/// Derives the network's identity of a person from the anonymous ID.
enum EdgeIdentity {
  /// Returns the identity map as JSON; empty if the anonymous ID is not a UUID.
  static func map(_ group: ContentGroup) -> [UInt8] {
    guard let id = experienceCloudID(group.anonymousID) else { return [] }
    return Array(
      #"{"ECID":[{"id":"\#(id)","authenticatedState":"ambiguous","primary":false}]}"#.utf8)
  }

  /// Returns the 38 digits of an Experience Cloud ID: both halves of the UUID, each without its
  /// sign bit.
  static func experienceCloudID(_ anonymousID: String) -> String? {
    guard let uuid = UUID(uuidString: anonymousID) else { return nil }
    let halves = withUnsafeBytes(of: uuid.uuid) { bytes in
      [0, 8].map { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)) }
    }
    return halves.map { half in
      let digits = String(half & UInt64(Int64.max))
      return String(repeating: "0", count: 19 - digits.count) + digits
    }.joined()
  }
}
