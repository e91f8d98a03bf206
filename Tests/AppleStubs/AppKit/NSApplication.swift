// The parts of Apple's framework AppKit that Cairn uses, so that code for Apple platforms is
// compiled and run on other platforms too. Each declaration is copied from the page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/appkit/nsapplication>.
@MainActor open class NSApplication {
  /// See
  /// <https://developer.apple.com/documentation/appkit/nsapplication/didbecomeactivenotification>.
  public class var didBecomeActiveNotification: NSNotification.Name {
    NSNotification.Name("NSApplicationDidBecomeActiveNotification")
  }

  /// See
  /// <https://developer.apple.com/documentation/appkit/nsapplication/didresignactivenotification>.
  public class var didResignActiveNotification: NSNotification.Name {
    NSNotification.Name("NSApplicationDidResignActiveNotification")
  }

  /// See
  /// <https://developer.apple.com/documentation/appkit/nsapplication/willterminatenotification>.
  public class var willTerminateNotification: NSNotification.Name {
    NSNotification.Name("NSApplicationWillTerminateNotification")
  }
}
