public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiviewcontroller>.
@MainActor open class UIViewController: UIResponder {
  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)>.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(coder:)>.
  public required init?(coder: NSCoder) { super.init() }

  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/view>.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      if loaded == nil {
        loadView()
        loaded?.owner = self
        viewDidLoad()
      }
      return loaded
    }
    set {
      loaded = newValue
      loaded?.owner = self
    }
  }
  private var loaded: UIView?

  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/children>.
  open private(set) var children: [UIViewController] = []
  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/parent>.
  open private(set) weak var parent: UIViewController?

  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/loadview()>.
  open func loadView() { view = UIView(frame: .zero) }
  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidload()>.
  open func viewDidLoad() {}
  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidappear(_:)>.
  open func viewDidAppear(_ animated: Bool) {}
  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdiddisappear(_:)>.
  open func viewDidDisappear(_ animated: Bool) {}

  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/addchild(_:)>.
  open func addChild(_ childController: UIViewController) {
    childController.parent = self
    children.append(childController)
  }

  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/didmove(toparent:)>.
  open func didMove(toParent parent: UIViewController?) {}

  // Whether the controller is on the screen; the value is passed to its children.
  private var isOnScreen = false

  /// Makes the controller appear, and then the children whose views are in its view.
  func appear() {
    _ = view
    isOnScreen = true
    viewDidAppear(false)
    for child in childrenInView { child.appear() }
  }

  func disappear() {
    isOnScreen = false
    viewDidDisappear(false)
    for child in childrenInView { child.disappear() }
  }

  func viewWasAdded() { if parent?.isOnScreen == true, !isOnScreen { appear() } }

  var childrenInView: [UIViewController] {
    children.filter { child in view.subviews.contains { $0.owner === child } }
  }
}
