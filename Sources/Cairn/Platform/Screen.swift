#if canImport(UIKit) && !os(watchOS) && !os(visionOS)
import Foundation
import UIKit
#endif

/// A screen's size in points in its natural orientation, and its pixels per point.
package struct Screen: Equatable, Sendable {
  package var width: Int
  package var height: Int
  package var scale: Double

  package init(width: Int, height: Int, scale: Double) {
    self.width = width
    self.height = height
    self.scale = scale
  }
}

#if canImport(UIKit) && !os(watchOS) && !os(visionOS)
extension Screen {
  /// Reads the screen from UIKit on the main actor, which may be busy: the closure is called later,
  /// on its thread.
  package static func read(_ found: @escaping @Sendable (Screen) -> Void) {
    Task { @MainActor in
      let main = UIScreen.main
      // `bounds` turns with the device.
      let bounds = main.fixedCoordinateSpace.bounds
      found(
        Screen(
          width: Int(bounds.width), height: Int(bounds.height), scale: Double(main.scale)))
    }
  }
}
#else
extension Screen {
  /// Does nothing: there is no screen, or more than one.
  package static func read(_ found: @escaping @Sendable (Screen) -> Void) {}
}
#endif
