public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiapplicationdelegate>.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// See <https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()>: UIKit makes the delegate by it.
  init()
}
