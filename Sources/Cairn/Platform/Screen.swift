#if canImport(UIKit) && !os(watchOS) && !os(visionOS)
import Foundation
import UIKit
#endif

/// A screen's size in points, as it stands by itself, and how many pixels a point has.
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
  /// Asks UIKit on the main actor, which may be busy: later, on its thread.
  package static func read(_ found: @escaping @Sendable (Screen) -> Void) {
    Task { @MainActor in
      let main = UIScreen.main
      found(
        Screen(
          width: Int(main.bounds.width), height: Int(main.bounds.height),
          scale: Double(main.scale)))
    }
  }
}
#else
extension Screen {
  /// Nobody is asked: there is no screen, or not one.
  package static func read(_ found: @escaping @Sendable (Screen) -> Void) {}
}
#endif
