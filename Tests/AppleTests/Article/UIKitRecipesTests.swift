#if canImport(UIKit)
import Cairn
import CairnTesting
import CairnUI
import Testing
import UIKit

final class CheckoutController: UIViewController {
  private let analytics: Analytics

  init(_ analytics: Analytics) {
    self.analytics = analytics
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { return nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    trackScreen("Checkout", ["step": 1], with: analytics)
  }
}

/// The controller of the article Getting started.
final class StartController: UIViewController {
  let testing = TestAnalytics()
  private var analytics: Analytics { testing.analytics }

  override func viewDidLoad() {
    super.viewDidLoad()
    trackScreen("Checkout", with: analytics)
  }
}

/// The app delegate of the article Getting started.
private final class AppDelegate: NSObject, UIApplicationDelegate {
  let testing = TestAnalytics()
  var analytics: Analytics { testing.analytics }
}

@MainActor private let runningDelegate = AppDelegate()

/// Properties that only apps may use: the stub of UIKit does not declare them, because Cairn also
/// runs in app extensions.
@MainActor extension UIApplication {
  fileprivate static var shared: UIApplication { StubSystem.shared.application }
  fileprivate var delegate: (any UIApplicationDelegate)? { runningDelegate }
}

/// The scene delegate of the article Getting started.
@MainActor private final class SceneDelegate {
  var window: UIWindow? = UIWindow(frame: .zero)

  func connect() {
    guard let delegate = UIApplication.shared.delegate as? AppDelegate else { return }
    window?.rootViewController = CheckoutController(delegate.analytics)
    window?.makeKeyAndVisible()
  }
}

/// The code of the article Recipes for UIKit.
@MainActor @Suite struct UIKitRecipesTests {
  @Test func screen() {
    let testing = TestAnalytics()
    let window = UIWindow(frame: .zero)
    window.rootViewController = CheckoutController(testing.analytics)
    window.makeKeyAndVisible()
    testing.expectOnly(.screen("Checkout", ["step": 1]))
  }

  @Test func start() {
    let (window, controller) = (UIWindow(frame: .zero), StartController(nibName: nil, bundle: nil))
    window.rootViewController = controller
    window.makeKeyAndVisible()
    controller.testing.expectOnly(.screen("Checkout"))
  }

  @Test func scene() {
    SceneDelegate().connect()
    runningDelegate.testing.expectOnly(.screen("Checkout", ["step": 1]))
  }
}
#endif
