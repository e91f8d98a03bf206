// What Cairn uses of Apple's framework WatchKit, so that code for Apple platforms is compiled and run elsewhere, too. Each
// declaration copies the page named above it.
public import Foundation

/// Unlike those of UIKit, the names of its notifications belong to the main actor.
///
/// See <https://developer.apple.com/documentation/watchkit/wkapplication>.
@MainActor open class WKApplication {
  /// See <https://developer.apple.com/documentation/watchkit/wkapplication/willenterforegroundnotification>.
  public static let willEnterForegroundNotification = NSNotification.Name(
    "WKApplicationWillEnterForegroundNotification")

  /// See <https://developer.apple.com/documentation/watchkit/wkapplication/didbecomeactivenotification>.
  public static let didBecomeActiveNotification = NSNotification.Name(
    "WKApplicationDidBecomeActiveNotification")

  /// See <https://developer.apple.com/documentation/watchkit/wkapplication/didenterbackgroundnotification>.
  public static let didEnterBackgroundNotification = NSNotification.Name(
    "WKApplicationDidEnterBackgroundNotification")
}
