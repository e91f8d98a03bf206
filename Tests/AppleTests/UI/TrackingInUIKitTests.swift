#if canImport(UIKit)
import Cairn
import CairnTesting
import CairnUI
import Testing
import UIKit

/// The events that view controllers record, on a UIKit stub that makes them appear.
@MainActor @Suite struct TrackingInUIKitTests {
  let testing = TestAnalytics()

  final class Content: UIViewController {
    private let name: String
    private let analytics: Analytics

    init(_ name: String, _ analytics: Analytics) {
      self.name = name
      self.analytics = analytics
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { return nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      trackScreen(name, ["step": 1], with: analytics)
    }
  }

  func show(_ controller: UIViewController) -> UIWindow {
    let window = UIWindow(frame: .zero)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    return window
  }

  @Test("a tracked view controller is recorded each time it appears, and no other one is")
  func navigation() {
    let stack = UINavigationController(rootViewController: Content("Products", testing.analytics))
    _ = show(stack)
    stack.pushViewController(UIViewController(nibName: nil, bundle: nil), animated: false)
    stack.pushViewController(Content("Product", testing.analytics), animated: false)
    stack.popViewController(animated: false)
    stack.popViewController(animated: false)
    testing.expectOnly(
      .screen("Products", ["step": 1], matching: .exactly), .screen("Product"),
      .screen("Products"))
  }

  @Test("an appearance that UIKit reports twice, as after a cancelled swipe back, is recorded once")
  func givenUp() throws {
    let content = Content("Products", testing.analytics)
    _ = show(content)
    try #require(content.children.first).viewDidAppear(true)
    testing.expectOnly(.screen("Products"))
  }

  @Test("tracked again, it is recorded with the new name from the next appearance on, once each")
  func renamed() {
    let content = Content("Products", testing.analytics)
    let stack = UINavigationController(rootViewController: content)
    _ = show(stack)
    content.trackScreen("Sale", with: testing.analytics)
    stack.pushViewController(UIViewController(nibName: nil, bundle: nil), animated: false)
    stack.popViewController(animated: false)
    testing.expectOnly(.screen("Products"), .screen("Sale", matching: .exactly))
    #expect(content.children.count == 1)
  }

  @Test("a view controller that is tracked while it is on the screen is recorded immediately")
  func late() {
    let content = UIViewController(nibName: nil, bundle: nil)
    _ = show(content)
    content.trackScreen("Late", with: testing.analytics)
    testing.expectOnly(.screen("Late"))
  }

  @Test("the tracker is invisible and does not keep its view controller alive")
  func lifetime() throws {
    weak var gone: UIViewController?
    do {
      let content = Content("Products", testing.analytics)
      _ = show(content)
      #expect(content.view.subviews.map(\.isHidden) == [true])
      gone = content
    }
    #expect(gone == nil)
  }
}
#endif
