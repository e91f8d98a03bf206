/// See <https://developer.apple.com/documentation/uikit/uiwindow>.
@MainActor open class UIWindow: UIView {
  /// See <https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller>.
  open var rootViewController: UIViewController?
  /// See <https://developer.apple.com/documentation/uikit/uiwindow/makekeyandvisible()>.
  open func makeKeyAndVisible() { rootViewController?.appear() }
}
