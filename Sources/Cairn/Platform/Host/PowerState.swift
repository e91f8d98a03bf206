#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
import Foundation

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#else
import WatchKit
#endif

/// Reports whether the user has enabled low power mode.
package final class PowerState: SignalSource {
  private let observers = NotificationObservers()

  package init() {}

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    observers.observe(.NSProcessInfoPowerStateDidChange) { _ in handle(.lowPower(Self.isLow)) }
    if Self.isLow { handle(.lowPower(true)) }
  }

  package func stop() { observers.removeAll() }

  private static var isLow: Bool { ProcessInfo.processInfo.isLowPowerModeEnabled }
}
#endif
