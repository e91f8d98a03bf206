#if canImport(SwiftUI)
public import CairnContent
import Foundation
public import SwiftUI

#if canImport(CoreGraphics)
import CoreGraphics
#endif

extension EnvironmentValues {
  /// The `ContentAnalytics` with which the views below record interactions; nil by default.
  ///
  /// Set it once, at the root, with `contentAnalytics(_:)`. A view reads it as
  /// `@Environment(\.contentAnalytics) private var content` and records with
  /// `content?.trackAssetClick("…")`.
  public package(set) var contentAnalytics: ContentAnalytics? {
    get { self[ContentAnalyticsKey.self] }
    set { self[ContentAnalyticsKey.self] = newValue }
  }

  /// The frame, in its window, of the view with `contentAnalytics(_:)`; null until it is known.
  var viewport: CGRect {
    get { self[ViewportKey.self] }
    set { self[ViewportKey.self] = newValue }
  }
}

private enum ContentAnalyticsKey: EnvironmentKey {
  static let defaultValue: ContentAnalytics? = nil
}

private enum ViewportKey: EnvironmentKey {
  static let defaultValue = CGRect.null
}
#endif
