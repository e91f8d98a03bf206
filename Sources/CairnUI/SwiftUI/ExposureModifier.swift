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
  @State private var viewExposure = ViewExposure()

  init(_ subject: ContentSubject, _ location: String?, _ extras: [String: Value]?) {
    self.subject = subject
    self.location = location
    self.extras = extras
  }

  func body(content: Content) -> some View {
    content
      .onGeometryChange(for: ObservedContent.self) {
        [analytics = tracker.identifier, subject, location, viewport] proxy in
        ObservedContent(
          analytics: analytics, subject: subject, location: location,
          visibility: proxy.visibility(in: viewport))
      } action: {
        viewExposure.observe($0, begin: begin)
      }
      .onAppear { viewExposure.appear(begin: begin) }
      .onDisappear { viewExposure.disappear() }
  }

  private func begin(_ observed: ObservedContent) -> Exposure? {
    tracker.exposure(of: observed.subject, observed.location, extras)
  }
}
#endif
