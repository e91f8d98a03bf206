// iOS, tvOS, visionOS and Mac Catalyst. watchOS has UIKit too, but no `UIApplication`.
#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

/// The life cycle of a UIKit app, and its background time.
///
/// It uses did-enter-background and not will-resign-active, which is also posted for every alert
/// and when the control centre opens.
///
/// Code that an app extension links must not name `UIApplication.shared`; each notification
/// contains the application. In an extension no notification is posted. It then gets no signals and
/// no time: its events are on the disk, and are delivered while it runs, and at its next start.
package final class UIKitLifecycle: Host {
  private let observers = NotificationObservers()
  private let presence = ForegroundState()
  private let application = Locked<UIApplication?>(nil)

  package init() {}

  package var reportsForeground: Bool { !SystemInfo.isExtension }

  package func start(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    // At a launch only the second notification is posted, unless the app has scenes.
    observe(UIApplication.willEnterForegroundNotification, toFront: true, handle)
    observe(UIApplication.didBecomeActiveNotification, toFront: true, handle)
    observe(UIApplication.didEnterBackgroundNotification, toFront: false, handle)
    observers.observe(UIApplication.willTerminateNotification) { _ in handle(.terminating) }
    guard reportsForeground else { return }
    if Thread.isMainThread {
      MainActor.assumeIsolated { reportPresence(handle) }
    } else {
      Task { @MainActor [weak self] in self?.reportPresence(handle) }
    }
  }

  /// Reports the foreground if the app is there already, and no notification will tell.
  ///
  /// Before an app with scenes has connected one, its state is the background, and in the
  /// initializer of a SwiftUI app there is no application yet. Both get a notification.
  @MainActor private func reportPresence(_ handle: @Sendable (HostSignal) -> Void) {
    guard let application = UIApplication.value(forKeyPath: "sharedApplication") as? UIApplication,
      application.applicationState != .background
    else { return }
    self.application.withLock { $0 = application }
    if let signal = presence.change(toFront: true) { handle(signal) }
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
