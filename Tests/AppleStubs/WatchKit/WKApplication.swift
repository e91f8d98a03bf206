// The parts of Apple's framework WatchKit that Cairn uses, so that code for Apple platforms is
// compiled and run on other platforms too. Each declaration is copied from the page named above it.
public import Foundation

/// Unlike those of UIKit, the names of its notifications belong to the main actor.
///
/// See <https://developer.apple.com/documentation/watchkit/wkapplication>.
@MainActor open class WKApplication {
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
