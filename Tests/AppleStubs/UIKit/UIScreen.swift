// The parts of UIKit's screen that Cairn uses, so that code for Apple platforms is compiled and run
// on other platforms too. Each declaration is copied from the page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiscreen>.
@MainActor open class UIScreen: NSObject {
  /// See <https://developer.apple.com/documentation/uikit/uiscreen/main>.
  open class var main: UIScreen { UIScreen() }
  /// See <https://developer.apple.com/documentation/uikit/uiscreen/bounds>.
  open var bounds: CGRect { CGRect(x: 0, y: 0, width: 402, height: 874) }
  /// See <https://developer.apple.com/documentation/uikit/uiscreen/scale>.
  open var scale: CGFloat { 3 }
}
