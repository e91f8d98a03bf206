/// What the links of this machine were, and what there is to say when they change.
package struct LinkHistory: Sendable {
  private var connection = Connection()
  private var hadLink = false

  package init() {}

  /// `hasNewRoute` when a default route came: with the same addresses more can be reached.
  package mutating func look(
    _ interfaces: [NetworkInterface], hasNewRoute: Bool
  ) -> [HostSignal] {
    let links = interfaces.filter(\.isLink)
    guard let first = links.min(by: { $0.rank < $1.rank }) else {
      return hadLink ? connection.change(to: nil) : []
    }
    hadLink = true
    // Those that every link gives itself lead nowhere, and come and go with each container.
    let addresses = links.flatMap { link in link.addresses.map { "\(link.name) \($0)" } }
    let path = Connection.Path(first.kind, addresses: Set(addresses))
    let signals = connection.change(to: path)
    return hasNewRoute && !signals.contains(.online) ? signals + [.online] : signals
  }
}
