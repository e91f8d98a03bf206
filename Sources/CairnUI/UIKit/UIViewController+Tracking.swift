#if canImport(UIKit) && !os(watchOS)
public import Cairn
public import UIKit

extension UIViewController {
  /// Records a screen each time this view controller appears, from now on.
  ///
  /// ```swift
  /// override func viewDidLoad() {
  ///   super.viewDidLoad()
  ///   trackScreen("Checkout", ["step": 1], with: analytics)
  /// }
  /// ```
  ///
  /// Only view controllers that ask for it are tracked: nothing is swizzled. UIKit tells a hidden child view controller,
  /// which this adds, when its parent appears, so no method needs to be overridden. What counts is `viewDidAppear`: also
  /// when what was pushed or presented full screen over it has gone; not when a swipe back is given up. Call it in
  /// `viewDidLoad`, as it loads the view; call it again to change the name or the properties of the appearances that
  /// follow. It is for view controllers that show content, not for `UINavigationController` and its like, whose children
  /// are their screens.
  ///
  /// Who would rather say it by hand calls `analytics.screen("Checkout")` in `viewDidAppear`.
  ///
  /// - Parameters:
  ///   - name: The screen's name, such as `Checkout`. Not empty.
  ///   - properties: More about it.
  ///   - analytics: What records it; it is kept as long as the view controller.
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
}
#endif
