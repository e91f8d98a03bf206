// iOS, tvOS, visionOS and Mac Catalyst. On watchOS there is a UIKit, too, but no `UIApplication`.
#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

/// The life of an app of UIKit, and the time that it gives in the background.
///
/// Did-enter-background and not will-resign-active: that one comes for every alert and every look at the control centre,
/// too.
///
/// `UIApplication.shared` must not be named in what an app extension links, and is not needed: each notification bears
/// the application. In an extension none comes. It then hears nothing and is given no time: what it records is on the
/// disk, and is delivered as long as it runs, and at its next start.
package final class UIKitLifecycle: Host {
  private let observers = NotificationObservers()
  private let presence = ForegroundState()
  private let application = Locked<UIApplication?>(nil)

  package init() {}

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    // At a launch there is only the second one, unless the app has scenes.
    observe(UIApplication.willEnterForegroundNotification, toFront: true, handle)
    observe(UIApplication.didBecomeActiveNotification, toFront: true, handle)
    observe(UIApplication.didEnterBackgroundNotification, toFront: false, handle)
    observers.observe(UIApplication.willTerminateNotification) { _ in handle(.terminating) }
  }

  package func stop() { observers.removeAll() }

  package func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void) -> HostTime? {
    guard let application = application.withLock({ $0 }) else { return nil }
    let time = HostTime()
    let task = application.beginBackgroundTask(withName: purpose) {
      onExpiry()
      time.end()
    }
    guard task != .invalid else { return nil }
    time.whenEnded { application.endBackgroundTask(task) }
    return time
  }

  private func observe(
    _ name: Notification.Name, toFront: Bool, _ handle: @escaping @Sendable (HostSignal) -> Void
  ) {
    observers.observe(name) { [weak self] notification in
      guard let self else { return }
      if let application = notification.object as? UIApplication {
        self.application.withLock { $0 = application }
      }
      if let signal = presence.change(toFront: toFront) { handle(signal) }
    }
  }
}
#endif
