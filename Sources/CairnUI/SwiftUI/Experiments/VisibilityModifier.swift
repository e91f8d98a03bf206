#if canImport(SwiftUI)
import Foundation
import SwiftUI

#if canImport(CoreGraphics)
import CoreGraphics
#endif

/// Performs an action when its content becomes visible, and when the value changes while it is
/// visible.
///
/// `onAppear` is not sufficient: in a scroll view, a stack appears as a whole, including the part
/// below the edge.
struct VisibilityModifier<Value: Equatable>: ViewModifier {
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

  /// Performs the action if the content has appeared and is visible.
  ///
  /// SwiftUI may report the geometry of a view before it calls `onAppear`.
  private func act() {
    if isShown, isSeen { action() }
  }
}
#endif
