/// The parts of each platform.
extension PlatformHost {
  package convenience init(
    terminationSignals: Set<TerminationSignal>, clock: any Clock, diagnostics: Diagnostics
  ) {
    var lifecycles: [any Host] = []
    if !terminationSignals.isEmpty {
      lifecycles.append(
        TerminationLifecycle(
          terminationSignals, signals: .shared, clock: clock, diagnostics: diagnostics))
    }
    lifecycles += Self.lifecycles
    self.init(lifecycles: lifecycles, others: Self.connectivity(diagnostics) + Self.power)
  }

  // Each condition equals that of the file it names: exactly one is true on each of Apple's
  // platforms.
  private static var lifecycles: [any Host] {
    #if canImport(UIKit) && !os(watchOS)
    [UIKitLifecycle()]
    #elseif canImport(AppKit) && !canImport(UIKit)
    [AppKitLifecycle()]
    #elseif canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
    [WatchKitLifecycle()]
    #else
    []
    #endif
  }

  private static func connectivity(_ diagnostics: Diagnostics) -> [any SignalSource] {
    // The path of an ordinary watch app stays unsatisfied although its requests succeed (Apple's
    // Technical Note TN3135), so a watch is never offline for the SDK.
    #if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
    []
    #elseif canImport(Network)
    [PathMonitor()]
    #elseif os(Linux)
    [NetlinkMonitor(diagnostics: diagnostics)]
    #else
    []
    #endif
  }

  private static var power: [any SignalSource] {
    #if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
    [PowerState()]
    #else
    []
    #endif
  }
}
