import Cairn
import Foundation

/// The network's identity of a person, and its form in an identity map.
enum EdgeIdentity {
  /// Returns the member of an identity map for one namespace, as JSON.
  static func member(_ namespace: String, _ id: String, _ state: String) -> String {
    let (name, id) = (text(namespace), text(id))
    return #"\#(name):[{"id":\#(id),"authenticatedState":"\#(state)","primary":false}]"#
  }

  private static func text(_ text: String) -> String {
    String(decoding: Value.string(text).json, as: UTF8.self)
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
