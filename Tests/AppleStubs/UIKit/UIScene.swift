// The parts of UIKit's scenes that Cairn uses, so that code for Apple platforms is compiled and run
// on other platforms too. Each declaration is copied from the page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiscene>.
@MainActor open class UIScene: UIResponder {
  /// See
  /// <https://developer.apple.com/documentation/uikit/uiscene/didactivatenotification>.
  public nonisolated static let didActivateNotification = NSNotification.Name(
    "UISceneDidActivateNotification")

  /// See
  /// <https://developer.apple.com/documentation/uikit/uiscene/didenterbackgroundnotification>.
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UISceneDidEnterBackgroundNotification")

  /// See
  /// <https://developer.apple.com/documentation/uikit/uiscene/diddisconnectnotification>.
  public nonisolated static let didDisconnectNotification = NSNotification.Name(
    "UISceneDidDisconnectNotification")
}
