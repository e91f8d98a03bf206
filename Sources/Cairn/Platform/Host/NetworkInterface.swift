/// One of the machine's network interfaces.
package struct NetworkInterface: Hashable, Sendable {
  package var name: String
  package var isLoopback = false
  /// Switched on, and connected to something.
  package var isRunning = false
  /// Whether it has any address, those that it gives itself included.
  package var hasAddress = false
  /// Those by which others can be reached.
  package var addresses: Set<[UInt8]> = []
  package var kind = NetworkKind.other
  /// Whether there is a device behind it.
  package var isPhysical = false

  package init(name: String) { self.name = name }

  /// Whether anything but this machine can be reached by it.
  package var isLink: Bool { isRunning && !isLoopback && hasAddress }

  /// The least one says what kind of network this is: devices before what is made of software, wires before waves, as
  /// the kernel chooses.
  package var rank: Int {
    let kinds: [NetworkKind] = [.wired, .wifi, .cellular, .other]
    return (isPhysical ? 0 : 4) + (kinds.firstIndex(of: kind) ?? 3)
  }
}
