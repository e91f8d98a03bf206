public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiview>.
@MainActor open class UIView: UIResponder {
  /// See <https://developer.apple.com/documentation/uikit/uiview/init(frame:)>.
  public init(frame: CGRect) { super.init() }

  /// See <https://developer.apple.com/documentation/uikit/uiview/ishidden>.
  open var isHidden = false
  /// See <https://developer.apple.com/documentation/uikit/uiview/subviews>.
  open private(set) var subviews: [UIView] = []

  /// See <https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)>.
  open func addSubview(_ view: UIView) {
    subviews.append(view)
    view.owner?.viewWasAdded()
  }

  /// See <https://developer.apple.com/documentation/uikit/uiview#Manage-the-view-hierarchy>: whose
  /// view it is.
  weak var owner: UIViewController?
}
