/// The history of this machine's network links, and the signals for their changes.
package struct LinkHistory: Sendable {
  private var connection = Connection()
  private var hadLink = false

  package init() {}

  /// Returns the signals for a change; `hasNewRoute` is true after a new default route: with the
  /// same addresses more hosts may be reachable.
  package mutating func look(
    _ interfaces: [NetworkInterface], hasNewRoute: Bool
  ) -> [HostSignal] {
    let links = interfaces.filter(\.isLink)
    guard let first = links.min(by: { $0.rank < $1.rank }) else {
      return hadLink ? connection.change(to: nil) : []
    }
    hadLink = true
    // Link-local addresses reach no other network, and change with each container.
    let addresses = links.flatMap { link in link.addresses.map { "\(link.name) \($0)" } }
    let path = Connection.Path(first.kind, addresses: Set(addresses))
    let signals = connection.change(to: path)
    return hasNewRoute && !signals.contains(.online) ? signals + [.online] : signals
  }
}
