#if canImport(SwiftUI)
import CairnContent
import Foundation
import SwiftUI

#if canImport(CoreGraphics)
import CoreGraphics
#endif

/// Sets the content analytics of the views below, and the part of the window in which they can be
/// visible.
struct ContentAnalyticsModifier: ViewModifier {
  let analytics: ContentAnalytics?
  @State private var viewport = CGRect.null

  init(_ analytics: ContentAnalytics?) { self.analytics = analytics }

  func body(content: Content) -> some View {
    content
      .environment(\.contentAnalytics, analytics)
      .environment(\.viewport, viewport)
      .onGeometryChange(for: CGRect.self) {
        $0.frame(in: CoordinateSpace.global)
      } action: {
        viewport = $0
      }
  }
}
#endif
