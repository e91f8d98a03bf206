public import Foundation

/// See <https://developer.apple.com/documentation/foundation/nsextensioncontext>.
open class NSExtensionContext: NSObject {
  /// See
  /// <https://developer.apple.com/documentation/foundation/nsextensioncontext/completerequest(returningitems:completionhandler:)>.
  @preconcurrency open func completeRequest(
    returningItems items: [Any]?, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    completionHandler?(false)
  }
}

extension UIViewController {
  /// See <https://developer.apple.com/documentation/uikit/uiviewcontroller/extensioncontext>.
  public var extensionContext: NSExtensionContext? { nil }
}

@available(*, unavailable)
extension NSExtensionContext: Sendable {}
