#if canImport(SwiftUI)
public import Cairn
public import SwiftUI

extension EnvironmentValues {
  /// The `Analytics` that views below record with; nil, the default, when nobody set one.
  ///
  /// Set it once, at the root, with `analytics(_:)`; scenes and sheets of their own inherit it or need it again as any
  /// other value of the environment does. A view reads it as `@Environment(\.analytics) private var analytics`, and
  /// records with `analytics?.track("…")`.
  public var analytics: Analytics? {
    get { self[AnalyticsKey.self] }
    set { self[AnalyticsKey.self] = newValue }
  }

  /// Who is told that there is no `Analytics`.
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
