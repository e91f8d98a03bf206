public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiapplicationdelegate>.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// See <https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()>: UIKit
  /// makes the delegate by it.
  init()

  /// See
  /// <https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:handleeventsforbackgroundurlsession:completionhandler:)>.
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
}

extension UIApplicationDelegate {
  /// The method is optional in Objective-C.
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {}
}
