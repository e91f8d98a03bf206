#if canImport(SwiftUI)
public import Cairn
public import SwiftUI

extension EnvironmentValues {
  /// The `Analytics` with which the views below record; nil by default.
  ///
  /// Set it with `analytics(_:)` on the root view of each scene and of each hosting controller;
  /// sheets inherit it. A view reads it as `@Environment(\.analytics)
  /// private var analytics` and records with `analytics?.track("…")`.
  public var analytics: Analytics? {
    get { self[AnalyticsKey.self] }
    set { self[AnalyticsKey.self] = newValue }
  }

  /// Reports a missing `Analytics`.
  package var missingAnalytics: MissingAnalytics {
    get { self[MissingAnalyticsKey.self] }
    set { self[MissingAnalyticsKey.self] = newValue }
  }
}

private enum AnalyticsKey: EnvironmentKey {
  static let defaultValue: Analytics? = nil
}

private enum MissingAnalyticsKey: EnvironmentKey {
  static let defaultValue = MissingAnalytics()
}
#endif
