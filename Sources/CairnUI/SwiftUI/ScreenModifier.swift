#if canImport(SwiftUI)
import Cairn
import SwiftUI

/// Records a screen when its content appears.
struct ScreenModifier: ViewModifier {
  let name: String
  let properties: [String: Value]
  private var tracker = Tracker()
  // Containers may call `onAppear` again without `onDisappear`, for example after a cancelled swipe
  // back.
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
