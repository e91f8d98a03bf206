import NIOCore
import ToolSupport

/// An attack on a collector, without a key or with a valid one, that tries to exclude other
/// clients.
enum Attack: String, CaseIterable, Sendable {
  case none
  case largeDefaults
  case manyMembers
  case storage
  case unknownKey
  case unpackedByStrangers
  case slowHeads
  case slowBodies
  case readers
  case oneKey

  /// The row of the attack suite to which the attack belongs.
  var row: String {
    switch self {
    case .none: "-"
    case .largeDefaults, .manyMembers: "D1"
    case .storage: "D4"
    case .unknownKey, .unpackedByStrangers, .slowHeads, .slowBodies, .readers: "D3"
    case .oneKey: "D11"
    }
  }

  var title: String {
    switch self {
    case .none: "nobody attacks"
    case .largeDefaults: "500 events, a context of 100 000 members"
    case .manyMembers: "2 000 members in each of 100 events"
    case .storage: "small events, a context of 32 KB"
    case .unknownKey: "bodies with an unknown key"
    case .unpackedByStrangers: "compressed bodies of 4 MB without a key"
    case .slowHeads: "2 000 connections, half a head"
    case .slowBodies: "2 000 connections, 300 KB of 400, with a key"
    case .readers: "100 readers that never read a response"
    case .oneKey: "150 connections with one key"
    }
  }

  /// The behaviour of each connection of the attack.
  enum Tactic {
    /// Sends requests by number, each after the response to the one before.
    case requests(@Sendable (Int) -> LoadRequest)
    /// Sends these bytes, and then neither sends nor reads.
    case stalls(ByteBuffer)
  }

  var connections: Int {
    switch self {
    case .none: 0
    case .largeDefaults, .manyMembers, .storage: 4
    case .unknownKey, .unpackedByStrangers: 16
    case .slowHeads, .slowBodies: 2_000
    case .readers: 100
    case .oneKey: 150
    }
  }

  func tactic() -> Tactic {
    switch self {
    case .none: .stalls(ByteBuffer())
    case .largeDefaults: AttackBodies.repeated(AttackBodies.largeDefaults, key: Self.key)
    case .manyMembers: AttackBodies.repeated(AttackBodies.manyMembers, key: Self.key)
    case .storage: AttackBodies.storage(key: Self.key)
    case .unknownKey: AttackBodies.repeated(AttackBodies.largeDefaults, key: "unknown")
    case .unpackedByStrangers: AttackBodies.repeated(AttackBodies.spaces, key: nil)
    case .slowHeads: .stalls(ByteBuffer(string: "POST /v1/batch HTTP/1.1\r\nHost: x\r\nX-A: "))
    case .slowBodies: .stalls(AttackBodies.unfinished(key: Self.key))
    case .readers: .stalls(AttackBodies.pages)
    case .oneKey: AttackBodies.ordinary(key: Self.key)
    }
  }

  /// The key of an attacker who has one: every app contains its own key.
  static let key = "attacker"
}
