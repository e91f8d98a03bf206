/// What is known of the device's way to the network, and what there is to say when that changes.
package struct Connection: Equatable, Sendable {
  /// A way to the network; two are the same when nothing matters that is different.
  package struct Path: Equatable, Sendable {
    package var kind: NetworkKind
    /// The device's own addresses on it, as far as they are known.
    package var addresses: Set<String>

    package init(_ kind: NetworkKind, addresses: Set<String> = []) {
      self.kind = kind
      self.addresses = addresses
    }
  }

  /// Nil before anything was known.
  private var isOnline: Bool?
  private var path: Path?

  package init() {}

  /// What to say when this is so; a path of nil is none.
  package mutating func change(to path: Path?) -> [HostSignal] {
    defer { (self.path, isOnline) = (path ?? self.path, path != nil) }
    guard let path else { return isOnline == false ? [] : [.offline] }
    let isAnother = path.kind != self.path?.kind
    let kind: [HostSignal] = isAnother ? [.network(path.kind)] : []
    switch isOnline {
    // The start is a reason to try already.
    case nil: return kind
    case false?: return kind + [.online]
    case true?:
      let known = self.path?.addresses ?? []
      return isAnother || !path.addresses.isSubset(of: known) ? kind + [.online] : []
    }
  }
}

/// How a device is connected, as far as it says.
package enum NetworkKind: String, Sendable {
  case wifi
  case cellular
  case wired
  case other
}
