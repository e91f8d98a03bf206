#if canImport(UIKit) && !os(watchOS) && !os(visionOS)
import Foundation
import UIKit

extension Screen {
  /// Reads the screen from UIKit on the main actor, which may be busy: the closure is called later,
  /// on its thread.
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
#endif
