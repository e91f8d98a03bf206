#if canImport(SwiftUI)
import Cairn
import SwiftUI

/// Records a screen when its content appears.
struct ScreenModifier: ViewModifier {
  let name: String
  let properties: [String: Value]
  private var tracker = Tracker()
  // Containers may say `onAppear` again without an `onDisappear` between, as for a swipe back that is given up.
  @State private var isShown = false

  init(name: String, properties: [String: Value]) {
    self.name = name
    self.properties = properties
  }

  func body(content: Content) -> some View {
    content
      .onAppear {
        guard !isShown else { return }
        isShown = true
        tracker.screen(name, properties)
      }
      .onDisappear { isShown = false }
  }
}
#endif
