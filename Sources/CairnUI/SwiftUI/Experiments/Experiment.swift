#if canImport(SwiftUI)
public import CairnExperiments
public import SwiftUI

/// A property wrapper for the visitor's variation of an experiment.
///
/// ```swift
/// struct Cart: View {
///   @Experiment("cart-test") private var layout
///
///   var body: some View {
///     List(items, rowContent: row)
///       .listStyle(layout?.key == "compact" ? .plain : .inset)
///       .trackExperiment($layout)
///   }
/// }
/// ```
///
/// Reading the value makes the decision but does not report it. `trackExperiment(_:)` reports the
/// exposure when any part of its view becomes visible. `ExperimentView` does both. The visitor is
/// that of the environment; see `experiments(_:)`.
@MainActor @propertyWrapper public struct Experiment: DynamicProperty {
  private let key: String
  @Environment(\.experiments) private var visitor

  /// Makes a wrapper for an experiment.
  ///
  /// - Parameter key: The key of the experience.
  public init(_ key: String) { self.key = key }

  /// The visitor's variation; nil when there is none.
  public var wrappedValue: Variation? { visitor?.runExperience(key, enableTracking: false) }

  /// The wrapper itself, for `trackExperiment(_:)`.
  public var projectedValue: Experiment { self }

  func report() { visitor?.runExperience(key) }
}

extension View {
  /// Reports an exposure when any part of this view becomes visible.
  ///
  /// It also reports when the variation changes while the view is visible. As with
  /// `ExperimentContext.runExperience`, an exposure is reported once for each visitor and
  /// variation. The visible part is the part within the view with `experiments(_:)` and within the
  /// enclosing scroll view. Before iOS 17, macOS 14, tvOS 17 and watchOS 10, the scroll view is not
  /// taken into account.
  ///
  /// - Parameter experiment: The projected value of an `@Experiment`, such as `$layout`.
  /// - Returns: The view, with unchanged appearance and behavior.
  public func trackExperiment(_ experiment: Experiment) -> some View {
    modifier(VisibilityModifier(experiment.wrappedValue) { experiment.report() })
  }
}
#endif
