#if canImport(SwiftUI)
public import CairnExperiments
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
}

private enum ExperimentsKey: EnvironmentKey {
  static let defaultValue: ExperimentContext? = nil
}

extension View {
  /// Gives this view and all below it the visitor whose variations they show.
  ///
  /// It is short for `environment(\.experiments, visitor)`. Without one, or without a document, there are no variations.
  public func experiments(_ visitor: ExperimentContext?) -> some View {
    environment(\.experiments, visitor)
  }
}
#endif
