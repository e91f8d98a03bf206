#if canImport(SwiftUI)
public import CairnExperiments
import Foundation
public import SwiftUI

extension EnvironmentValues {
  /// The visitor whose variations the views below show; nil by default.
  ///
  /// Set it once, at the root, with `experiments(_:)`. A view reads it as
  /// `@Environment(\.experiments)`, for example to report conversions.
  public var experiments: ExperimentContext? {
    get { self[ExperimentsKey.self] }
    set { self[ExperimentsKey.self] = newValue }
  }

  /// The frame, in its window, of the outermost view with `experiments(_:)`; null until it is
  /// known, nil without such a view.
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
  /// Sets the visitor whose variations this view and the views below show.
  ///
  /// Set it on the root view, and on the root of each separate window, such as a sheet on macOS.
  /// Content outside this view counts as not visible, and its exposures are not reported. Without a
  /// visitor or without a document there are no variations.
  public func experiments(_ visitor: ExperimentContext?) -> some View {
    modifier(ExperimentsModifier(visitor))
  }
}
#endif
