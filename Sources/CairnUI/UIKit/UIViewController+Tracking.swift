#if canImport(UIKit) && !os(watchOS)
public import Cairn
public import UIKit

extension UIViewController {
  /// Records a screen event each time this view controller appears from now on.
  ///
  /// ```swift
  /// override func viewDidLoad() {
  ///   super.viewDidLoad()
  ///   trackScreen("Checkout", ["step": 1], with: analytics)
  /// }
  /// ```
  ///
  /// Only view controllers that call this method are tracked; nothing is swizzled. The method adds
  /// a hidden child view controller, which UIKit notifies when the parent appears, so no method
  /// needs to be overridden. An appearance is a call of `viewDidAppear`. It also happens when a
  /// view controller that was pushed or presented full screen over this one is removed. A cancelled
  /// swipe back is not an appearance.
  ///
  /// Call this method in `viewDidLoad`, because it loads the view. Call it again to change the name
  /// or the properties of later appearances. Use it for view controllers that show content, not for
  /// containers such as `UINavigationController`, whose children are the screens.
  ///
  /// Alternatively, call `analytics.screen("Checkout")` in `viewDidAppear`.
  ///
  /// - Parameters:
  ///   - name: The name of the screen, such as `Checkout`. Not empty.
  ///   - properties: The properties of the event.
  ///   - analytics: The instance that records the event. It is retained as long as the view
  ///     controller.
  public func trackScreen(
    _ name: String, _ properties: [String: Value] = [:], with analytics: Analytics
  ) {
    let screen = TrackedScreen(name: name, properties: properties, analytics: analytics)
    if let tracker = children.lazy.compactMap({ $0 as? ScreenTracker }).first {
      tracker.screen = screen
      return
    }
    let tracker = ScreenTracker(screen)
    addChild(tracker)
    view.addSubview(tracker.view)
    tracker.didMove(toParent: self)
  }

  /// Records a screen event each time this view controller appears, with properties from variables,
  /// as `trackScreen` with values does.
  @_disfavoredOverload
  public func trackScreen(
    _ name: String, _ properties: [String: (any PropertyValue)?], with analytics: Analytics
  ) {
    trackScreen(name, Value.members(properties), with: analytics)
  }
}
#endif
