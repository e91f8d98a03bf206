#if canImport(SwiftUI)
import Foundation
import SwiftUI

/// Does something when its content begins to be seen, and when the value becomes another one while it is.
///
/// On the screen is not enough: in a scroll view a stack appears as a whole, with what is below the edge.
struct SeenModifier<Value: Equatable>: ViewModifier {
  let value: Value
  let action: () -> Void
  @Environment(\.experimentViewport) private var viewport
  @State private var isShown = false
  @State private var isSeen = false

  init(_ value: Value, action: @escaping () -> Void) {
    self.value = value
    self.action = action
  }

  func body(content: Content) -> some View {
    content
      .onGeometryChange(for: Bool.self) { [viewport] in
        $0.isSeen(in: viewport ?? .infinite)
      } action: {
        isSeen = $0
        act()
      }
      .onAppear {
        isShown = true
        act()
      }
      .onDisappear { isShown = false }
      .task(id: value) { @MainActor in act() }
  }

  /// SwiftUI may say where a view stands before it says that the view appears.
  private func act() {
    if isShown, isSeen { action() }
  }
}
#endif
