// The parts of the app life cycle in Apple's framework UIKit that Cairn uses, so that code for
// Apple platforms is compiled and run on other platforms too. Each declaration is copied from the
// page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier>.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int
  /// As every raw value has it.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// See <https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier/invalid>.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// See <https://developer.apple.com/documentation/uikit/uiapplication>.
@MainActor open class UIApplication {
  nonisolated init() {}

  /// The states of an app.
  ///
  /// See <https://developer.apple.com/documentation/uikit/uiapplication/state>.
  public enum State: Int, Sendable {
    /// In the foreground, and receiving events.
    case active
    /// In the foreground, and not receiving events.
    case inactive
    /// In the background.
    case background
  }

  /// See <https://developer.apple.com/documentation/uikit/uiapplication/applicationstate>.
  public var applicationState: State { StubSystem.shared.state }

  /// Returns the application for `sharedApplication`, as key-value coding does.
  ///
  /// See
  /// <https://developer.apple.com/documentation/objectivec/nsobject-swift.class/value(forkeypath:)>.
  public nonisolated class func value(forKeyPath keyPath: String) -> Any? {
    keyPath == "sharedApplication" ? StubSystem.shared.shared : nil
  }

  /// See
  /// <https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification>.
  public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification")

  /// See
  /// <https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification>.
  public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
    "UIApplicationDidBecomeActiveNotification")

  /// See
  /// <https://developer.apple.com/documentation/uikit/uiapplication/willresignactivenotification>.
  public nonisolated static let willResignActiveNotification = NSNotification.Name(
    "UIApplicationWillResignActiveNotification")

  /// See
  /// <https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification>.
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")

  /// See <https://developer.apple.com/documentation/uikit/uiapplication/willterminatenotification>.
  public nonisolated static let willTerminateNotification = NSNotification.Name(
    "UIApplicationWillTerminateNotification")

  /// See
  /// <https://developer.apple.com/documentation/uikit/uiapplication/beginbackgroundtask(withname:expirationhandler:)>.
  public nonisolated func beginBackgroundTask(
    withName taskName: String?,
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    StubSystem.shared.begin(taskName, handler)
  }

  /// See <https://developer.apple.com/documentation/uikit/uiapplication/endbackgroundtask(_:)>.
  public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    StubSystem.shared.end(identifier)
  }
}
