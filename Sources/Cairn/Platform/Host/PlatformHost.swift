/// The host of this platform, which combines its parts.
package final class PlatformHost: Host {
  /// The parts that grant background time, in the order in which they are asked.
  private let lifecycles: [any Host]
  private let others: [any SignalSource]

  package init(lifecycles: [any Host], others: [any SignalSource]) {
    self.lifecycles = lifecycles
    self.others = others
  }

  package var reportsForeground: Bool { lifecycles.contains(where: \.reportsForeground) }

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    for part in lifecycles { part.start(handle) }
    for part in others { part.start(handle) }
  }

  package func stop() {
    for part in lifecycles { part.stop() }
    for part in others { part.stop() }
  }

  package func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void)
    -> BackgroundTime?
  {
    for lifecycle in lifecycles {
      if let time = lifecycle.time(for: purpose, onExpiry: onExpiry) { return time }
    }
    return nil
  }
}
