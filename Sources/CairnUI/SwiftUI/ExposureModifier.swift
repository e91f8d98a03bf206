#if canImport(SwiftUI)
import Cairn
import CairnContent
import SwiftUI

/// Measures its content while it is visible.
///
/// It uses the geometry instead of `onScrollVisibilityChange`, which is newer, reports only one
/// threshold, and works only in scroll views.
struct ExposureModifier: ViewModifier {
  let subject: ContentSubject
  let location: String?
  let extras: [String: Value]?
  private var tracker = ContentTracker()
  @Environment(\.viewport) private var viewport
  @State private var sight = Sight()

  init(_ subject: ContentSubject, _ location: String?, _ extras: [String: Value]?) {
    self.subject = subject
    self.location = location
    self.extras = extras
  }

  func body(content: Content) -> some View {
    content
      .onGeometryChange(for: Sighting.self) {
        [analytics = tracker.identifier, subject, location, viewport] proxy in
        Sighting(
          analytics: analytics, subject: subject, location: location,
          visibility: proxy.visibility(in: viewport))
      } action: {
        sight.see($0, begin: begin)
      }
      .onAppear { sight.appear(begin: begin) }
      .onDisappear { sight.disappear() }
  }

  private func begin(_ sighting: Sighting) -> Exposure? {
    tracker.exposure(of: sighting.subject, sighting.location, extras)
  }
}
#endif
