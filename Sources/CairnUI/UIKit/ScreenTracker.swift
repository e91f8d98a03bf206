#if canImport(UIKit) && !os(watchOS)
import Cairn
import UIKit

/// A hidden child view controller that records a screen event when its parent appears.
final class ScreenTracker: UIViewController {
  var screen: TrackedScreen
  // UIKit calls `viewDidAppear` again, without `viewDidDisappear`, after a cancelled swipe back.
  private var isShown = false

  init(_ screen: TrackedScreen) {
    self.screen = screen
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { return nil }

  override func loadView() {
    view = UIView(frame: .zero)
    view.isHidden = true
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard !isShown else { return }
    isShown = true
    screen.analytics.screen(screen.name, screen.properties)
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    isShown = false
  }
}

/// The screen event of a view controller, and the instance that records it.
struct TrackedScreen {
  var name: String
  var properties: [String: Value]
  var analytics: Analytics
}
#endif
