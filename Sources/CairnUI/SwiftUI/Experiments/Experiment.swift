#if canImport(SwiftUI)
public import CairnExperiments
public import SwiftUI

/// The variation that the visitor gets of an experiment, in a view.
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
/// It decides and does not report: `trackExperiment(_:)` does, when something of the view that it is set on can be seen.
/// `ExperimentView` is both. The visitor is that of the environment; see `experiments(_:)`.
@MainActor @propertyWrapper public struct Experiment: DynamicProperty {
  private let key: String
  @Environment(\.experiments) private var visitor

  /// Names the experiment.
  ///
  /// - Parameter key: The experience's key.
  public init(_ key: String) { self.key = key }

  /// What the visitor gets; nil when nothing.
  public var wrappedValue: Variation? { visitor?.runExperience(key, enableTracking: false) }

  /// The experiment itself, for `trackExperiment(_:)`.
  public var projectedValue: Experiment { self }

  func report() { visitor?.runExperience(key) }
}

extension View {
  /// Reports what the visitor gets of an experiment when something of this view can be seen, and when it becomes another
  /// variation while it can.
  ///
  /// As `ExperimentContext.runExperience` does: once a visitor and variation. What counts is the part within the view with
  /// `experiments(_:)` and within the scroll view around this one (before iOS 17, macOS 14, tvOS 17 and watchOS 10 the
  /// former alone).
  ///
  /// - Parameter experiment: The projected value of an `@Experiment`, such as `$layout`.
  /// - Returns: The view, which looks and works as before.
  public func trackExperiment(_ experiment: Experiment) -> some View {
    modifier(SeenModifier(experiment.wrappedValue) { experiment.report() })
  }
}
#endif
