#if canImport(SwiftUI)
import CairnExperiments
import Foundation
import SwiftUI

#if canImport(CoreGraphics)
import CoreGraphics
#endif

/// Sets the visitor of the views below, and the part of the window in which they can be visible.
struct ExperimentsModifier: ViewModifier {
  let visitor: ExperimentContext?
  @Environment(\.experimentViewport) private var outer
  @State private var viewport = CGRect.null

  init(_ visitor: ExperimentContext?) { self.visitor = visitor }

  func body(content: Content) -> some View {
    content
      .environment(\.experiments, visitor)
      .environment(\.experimentViewport, outer ?? viewport)
      .onGeometryChange(for: CGRect.self) {
        $0.frame(in: CoordinateSpace.global)
      } action: {
        viewport = $0
      }
  }
}
#endif
