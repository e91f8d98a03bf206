#if canImport(UIKit)
import Cairn
import CairnTesting
import Foundation
import Testing

/// The screen's properties from UIKit, on a stub of UIKit.
@Suite struct ScreenTests {
  @Test("the screen is read on the main actor, in points")
  func read() async {
    let screen = await withCheckedContinuation { found in
      Screen.read { found.resume(returning: $0) }
    }
    #expect(screen == Screen(width: 402, height: 874, scale: 3))
  }
}
#endif
