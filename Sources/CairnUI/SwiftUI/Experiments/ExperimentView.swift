#if canImport(SwiftUI)
public import CairnExperiments
public import SwiftUI

/// A view that shows the visitor's variation of an experiment and reports the exposure.
///
/// ```swift
/// ExperimentView("cart-test") { variation in
///   if variation?.key == "compact" { CompactCart() } else { Cart() }
/// }
/// ```
///
/// The content stays the same while it is on the screen, even if the decision changes in the
/// meantime, so that a view never changes during an interaction. The exposure is that of
/// `ExperimentContext.runExperience`: one for each visitor and variation, in the journal as soon as
/// any part of the view becomes visible, as with `trackExperiment(_:)`. Content below the edge of a
/// scroll view reports nothing. A variation that draws nothing is reported when its position
/// becomes visible.
public struct ExperimentView<Content: View>: View {
  private let key: String
  private let content: (Variation?) -> Content
  @Environment(\.experiments) private var visitor
  @State private var shown = Shown()

  /// The variation on the screen; empty while the view is not on the screen.
  private struct Shown {
    var isOn = false
    var variation: Variation?
  }

  /// Makes a view of an experiment.
  ///
  /// - Parameters:
  ///   - key: The key of the experience.
  ///   - content: Makes the content. Its argument is nil when the visitor has no variation of the
  ///     experiment, or when there is no visitor.
  public init(_ key: String, @ViewBuilder content: @escaping (Variation?) -> Content) {
    self.key = key
    self.content = content
  }

  /// The content; several views are stacked vertically.
  public var body: some View {
    // A view that draws nothing never appears, but can be a variation; an empty stack does appear.
    VStack {
      content(shown.isOn ? shown.variation : decided)
    }
    .onAppear(perform: appear)
    .onDisappear { shown = Shown() }
    .modifier(VisibilityModifier(key, action: report))
  }

  private func appear() {
    if !shown.isOn { shown = Shown(isOn: true, variation: decided) }
  }

  /// Reports the shown variation, unless the decision has changed since.
  private func report() {
    appear()
    if shown.variation == decided { visitor?.runExperience(key) }
  }

  private var decided: Variation? { visitor?.runExperience(key, enableTracking: false) }
}
#endif
