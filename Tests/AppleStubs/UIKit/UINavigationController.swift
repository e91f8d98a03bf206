public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uinavigationcontroller>.
@MainActor open class UINavigationController: UIViewController {
  /// See
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/init(rootviewcontroller:)>.
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    addChild(rootViewController)
    viewControllers = [rootViewController]
  }

  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(coder:)>.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// See <https://developer.apple.com/documentation/uikit/uinavigationcontroller/viewcontrollers>.
  open private(set) var viewControllers: [UIViewController] = []
  /// See
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/topviewcontroller>.
  open var topViewController: UIViewController? { viewControllers.last }

  /// See
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/pushviewcontroller(_:animated:)>.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    addChild(viewController)
    topViewController?.disappear()
    viewControllers.append(viewController)
    viewController.appear()
  }

  /// See
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/popviewcontroller(animated:)>.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard viewControllers.count > 1 else { return nil }
    let popped = viewControllers.removeLast()
    popped.disappear()
    topViewController?.appear()
    return popped
  }

  override var childrenInView: [UIViewController] { topViewController.map { [$0] } ?? [] }
}
