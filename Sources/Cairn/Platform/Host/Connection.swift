/// The known network connection of the device, and the signals for its changes.
package struct Connection: Equatable, Sendable {
  /// A network path; two paths are equal if they do not differ in relevant properties.
  package struct Path: Equatable, Sendable {
    package var kind: NetworkKind
    /// The device's own addresses on the path, as far as they are known.
    package var addresses: Set<String>

    package init(_ kind: NetworkKind, addresses: Set<String> = []) {
      self.kind = kind
      self.addresses = addresses
    }
  }

  /// Whether the device is online; nil until it is known.
  private var isOnline: Bool?
  private var path: Path?

  package init() {}

  /// Returns the signals for the change to this path; nil stands for no path.
  package mutating func change(to path: Path?) -> [HostSignal] {
    defer { (self.path, isOnline) = (path ?? self.path, path != nil) }
    guard let path else { return isOnline == false ? [] : [.offline] }
    let isAnother = path.kind != self.path?.kind
    let kind: [HostSignal] = isAnother ? [.network(path.kind)] : []
    switch isOnline {
    // The first path begins no attempt, because the start does.
    case nil: return kind
    case false?: return kind + [.online]
    case true?:
      let known = self.path?.addresses ?? []
      return isAnother || !path.addresses.isSubset(of: known) ? kind + [.online] : []
    }
  }
}

/// The kind of a device's network connection.
package enum NetworkKind: String, Sendable {
  case wifi
  case cellular
  case wired
  case other
}
