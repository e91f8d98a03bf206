/// One of the machine's network interfaces.
package struct NetworkInterface: Hashable, Sendable {
  package var name: String
  package var isLoopback = false
  /// Whether the interface is enabled and connected.
  package var isRunning = false
  /// Whether the interface has an address, including addresses that it has assigned to itself.
  package var hasAddress = false
  /// The addresses through which other machines can be reached.
  package var addresses: Set<[UInt8]> = []
  package var kind = NetworkKind.other
  /// Whether the interface belongs to a hardware device.
  package var isPhysical = false

  package init(name: String) { self.name = name }

  /// Whether other machines can be reached through the interface.
  package var isLink: Bool { isRunning && !isLoopback && hasAddress }

  /// The rank of the interface; the interface with the lowest rank determines the kind of network.
  ///
  /// Hardware comes before software interfaces, and wired before wireless ones, as in the kernel's
  /// choice.
  package var rank: Int {
    let kinds: [NetworkKind] = [.wired, .wifi, .cellular, .other]
    return (isPhysical ? 0 : 4) + (kinds.firstIndex(of: kind) ?? 3)
  }
}
