// The parts of UIKit's screen that Cairn uses, so that code for Apple platforms is compiled and run
// on other platforms too. Each declaration is copied from the page named above it.
public import Foundation

/// See <https://developer.apple.com/documentation/uikit/uiscreen>.
@MainActor open class UIScreen: NSObject {
  /// See <https://developer.apple.com/documentation/uikit/uiscreen/main>.
  open class var main: UIScreen { UIScreen() }
  /// See <https://developer.apple.com/documentation/uikit/uiscreen/bounds>; the device lies on its
  /// side.
  open var bounds: CGRect { CGRect(x: 0, y: 0, width: 874, height: 402) }
  /// See <https://developer.apple.com/documentation/uikit/uiscreen/fixedcoordinatespace>.
  open var fixedCoordinateSpace: any UICoordinateSpace { PortraitSpace() }
  /// See <https://developer.apple.com/documentation/uikit/uiscreen/scale>.
  open var scale: CGFloat { 3 }
}

/// See <https://developer.apple.com/documentation/uikit/uicoordinatespace>.
@MainActor public protocol UICoordinateSpace: NSObjectProtocol {
  /// See <https://developer.apple.com/documentation/uikit/uicoordinatespace/bounds>.
  var bounds: CGRect { get }
}

private final class PortraitSpace: NSObject, UICoordinateSpace {
  let bounds = CGRect(x: 0, y: 0, width: 402, height: 874)
}
