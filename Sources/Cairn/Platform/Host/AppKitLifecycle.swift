// macOS. Mac Catalyst can import AppKit too, but its apps use UIKit.
#if canImport(AppKit) && !canImport(UIKit)
import AppKit
import Foundation

/// The life cycle of an AppKit app.
///
/// macOS does not suspend an app when another one is in front, and no alert deactivates it: so the
/// app counts as in the background when it is not active. The background time cannot expire; while
/// it lasts, the system neither slows the app down nor ends it without notice (App Nap, sudden
/// termination).
package final class AppKitLifecycle: Host {
  private let observers = NotificationObservers()
  private let presence = ForegroundState()

  package init() {}

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    observe(Self.didBecomeActive, toFront: true, handle)
    observe(Self.didResignActive, toFront: false, handle)
    observers.observe(Self.willTerminate) { _ in handle(.terminating) }
  }

  // The constants of NSApplication belong to the main actor, and an instance may be created on any
  // thread.
  private static let didBecomeActive = Notification.Name("NSApplicationDidBecomeActiveNotification")
  private static let didResignActive = Notification.Name("NSApplicationDidResignActiveNotification")
  private static let willTerminate = Notification.Name("NSApplicationWillTerminateNotification")

  package func stop() { observers.removeAll() }

  package func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void)
    -> BackgroundTime?
  {
    let activity = Activity(
      ProcessInfo.processInfo.beginActivity(
        options: [.background, .suddenTerminationDisabled], reason: purpose))
    let time = BackgroundTime()
    time.whenEnded { activity.end() }
    return time
  }

  private func observe(
    _ name: Notification.Name, toFront: Bool, _ handle: @escaping @Sendable (HostSignal) -> Void
  ) {
    observers.observe(name) { [presence] _ in
      if let signal = presence.change(toFront: toFront) { handle(signal) }
    }
  }
}

/// The result of `beginActivity`, behind a lock, because it may be ended on another thread.
private final class Activity: Sendable {
  private let token: Locked<(any NSObjectProtocol)?>

  init(_ token: sending any NSObjectProtocol) { self.token = Locked(token) }

  func end() {
    token.withLock { token in
      if let token { ProcessInfo.processInfo.endActivity(token) }
      token = nil
    }
  }
}
#endif
