// The parts of Apple's framework WatchKit that Cairn uses, so that code for Apple platforms is
// compiled and run on other platforms too. Each declaration is copied from the page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/watchkit/wkapplicationstate>.
public enum WKApplicationState: Int, Sendable {
  /// In the foreground, and receiving events.
  case active
  /// In the foreground, and not receiving events.
  case inactive
  /// In the background.
  case background
}

/// Unlike those of UIKit, the names of its notifications belong to the main actor.
///
/// See <https://developer.apple.com/documentation/watchkit/wkapplication>.
@MainActor open class WKApplication {
  private static let application = WKApplication()

  /// See <https://developer.apple.com/documentation/watchkit/wkapplication/shared()>.
  public class func shared() -> WKApplication { application }

  /// See <https://developer.apple.com/documentation/watchkit/wkapplication/applicationstate>.
  ///
  /// A test sets it, as the system does.
  public var applicationState = WKApplicationState.background

  /// See
  /// <https://developer.apple.com/documentation/watchkit/wkapplication/willenterforegroundnotification>.
  public static let willEnterForegroundNotification = NSNotification.Name(
    "WKApplicationWillEnterForegroundNotification")

  /// See
  /// <https://developer.apple.com/documentation/watchkit/wkapplication/didbecomeactivenotification>.
  public static let didBecomeActiveNotification = NSNotification.Name(
    "WKApplicationDidBecomeActiveNotification")

  /// See
  /// <https://developer.apple.com/documentation/watchkit/wkapplication/didenterbackgroundnotification>.
  public static let didEnterBackgroundNotification = NSNotification.Name(
    "WKApplicationDidEnterBackgroundNotification")
}
