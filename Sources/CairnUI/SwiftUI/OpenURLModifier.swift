#if canImport(SwiftUI)
import Cairn
import SwiftUI

/// Records the URLs with which the app is opened.
struct OpenURLModifier: ViewModifier {
  private var tracker = Tracker()

  init() {}

  func body(content: Content) -> some View {
    content.onOpenURL { tracker.open($0) }
  }
}
#endif
