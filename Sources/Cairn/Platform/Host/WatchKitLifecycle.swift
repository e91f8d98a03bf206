// watchOS. iOS has WatchKit too, for code that formerly ran on the phone.
#if canImport(WatchKit) && (os(watchOS) || !canImport(UIKit))
import Foundation
import WatchKit

/// The life cycle of a watch app, and its background time.
package final class WatchKitLifecycle: Host {
  private let observers = NotificationObservers()
  private let presence = ForegroundState()
  private let isStopped = Locked(false)

  package init() {}

  /// An app with two targets runs as an extension, which has no `WKApplication`.
  package var reportsForeground: Bool { !Bundle.main.bundlePath.hasSuffix(".appex") }

  /// The names of the notifications belong to the main actor.
  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    if Thread.isMainThread {
      MainActor.assumeIsolated { observe(handle) }
    } else {
      Task { @MainActor [weak self] in self?.observe(handle) }
    }
  }

  @MainActor private func observe(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    guard !isStopped.withLock({ $0 }) else { return }
    observe(WKApplication.willEnterForegroundNotification, toFront: true, handle)
    observe(WKApplication.didBecomeActiveNotification, toFront: true, handle)
    observe(WKApplication.didEnterBackgroundNotification, toFront: false, handle)
    guard reportsForeground else { return }
    // A launch begins inactive, also one in the background.
    let isActive = WKApplication.shared().applicationState == .active
    if isActive, let signal = presence.change(toFront: true) { handle(signal) }
  }

  package func stop() {
    isStopped.withLock { $0 = true }
    observers.removeAll()
  }

  package func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void)
    -> BackgroundTime?
  {
    .expiringActivity(for: purpose, onExpiry: onExpiry)
  }

  private func observe(
    _ name: Notification.Name, toFront: Bool, _ handle: @escaping @Sendable (HostSignal) -> Void
  ) {
    observers.observe(name) { [presence] _ in
      if let signal = presence.change(toFront: toFront) { handle(signal) }
    }
  }
}
#endif
