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
/// contains the application. In an extension no notification is posted, so it gets no signals: its
/// events are on the disk, and are delivered while it runs, and at its next start. For a flush it
/// gets time as an activity.
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
    onMainActor { $0.reportPresence(handle) }
    observeScenes(handle)
  }

  /// Observes the app's scenes: windows, and on visionOS also volumes and spaces.
  ///
  /// The app is in the background when the last of them is, which only the application's state
  /// tells.
  private func observeScenes(_ handle: @escaping @Sendable (HostSignal) -> Void) {
    for name in [
      UIScene.didActivateNotification, UIScene.didEnterBackgroundNotification,
      UIScene.didDisconnectNotification,
    ] {
      observers.observe(name) { [weak self] _ in
        self?.onMainActor { $0.reportChange(handle) }
      }
    }
  }

  /// Runs the work now on the main thread, where UIKit posts its notifications, and later on
  /// another one.
  private func onMainActor(_ work: @escaping @MainActor @Sendable (UIKitLifecycle) -> Void) {
    if Thread.isMainThread {
      MainActor.assumeIsolated { work(self) }
    } else {
      Task { @MainActor [weak self] in if let self { work(self) } }
    }
  }

  /// Reports the foreground if the app is there already, and no notification will tell.
  ///
  /// Before an app with scenes has connected one, its state is the background, and in the
  /// initializer of a SwiftUI app there is no application yet. Both get a notification.
  @MainActor private func reportPresence(_ handle: @Sendable (HostSignal) -> Void) {
    if isAppInFront == true { reportChange(handle) }
  }

  /// Reports whether the app is in the foreground, if that has changed.
  @MainActor private func reportChange(_ handle: @Sendable (HostSignal) -> Void) {
    guard let isAppInFront, let signal = presence.change(toFront: isAppInFront) else { return }
    handle(signal)
  }

  /// Whether the app is in the foreground; nil while there is no application.
  @MainActor private var isAppInFront: Bool? {
    let shared = UIApplication.value(forKeyPath: "sharedApplication") as? UIApplication
    guard let shared else { return nil }
    application.withLock { $0 = shared }
    return shared.applicationState != .background
  }

  package func stop() { observers.removeAll() }

  package func time(for purpose: String, onExpiry: @escaping @Sendable () -> Void)
    -> BackgroundTime?
  {
    guard let application = application.withLock({ $0 }) else {
      return SystemInfo.isExtension ? .expiringActivity(for: purpose, onExpiry: onExpiry) : nil
    }
    let time = BackgroundTime()
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
