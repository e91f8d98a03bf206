#if canImport(SwiftUI)
public import CairnExperiments
import Foundation
public import SwiftUI

extension EnvironmentValues {
  /// The visitor whose variations views below show; nil, the default, when nobody set one.
  ///
  /// Set it once, at the root, with `experiments(_:)`. A view reads it as `@Environment(\.experiments)`, to report
  /// conversions.
  public var experiments: ExperimentContext? {
    get { self[ExperimentsKey.self] }
    set { self[ExperimentsKey.self] = newValue }
  }

  /// Where the outermost view with `experiments(_:)` stands in its window, null before that is known; nil without one.
  var experimentViewport: CGRect? {
    get { self[ExperimentViewportKey.self] }
    set { self[ExperimentViewportKey.self] = newValue }
  }
}

private enum ExperimentsKey: EnvironmentKey {
  static let defaultValue: ExperimentContext? = nil
}

private enum ExperimentViewportKey: EnvironmentKey {
  static let defaultValue: CGRect? = nil
}

extension View {
  /// Gives this view and all below it the visitor whose variations they show.
  ///
  /// Set it on the root view, and on the root of whatever has a window of its own, such as a sheet on a Mac: what lies
  /// outside this view counts as not seen, and its exposures are not reported. Without a visitor, or without a document,
  /// there are no variations.
  public func experiments(_ visitor: ExperimentContext?) -> some View {
    modifier(ExperimentsModifier(visitor))
  }
}
#endif
