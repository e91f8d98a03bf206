#if canImport(SwiftUI)
public import CairnExperiments
public import SwiftUI

/// Shows what the visitor gets of an experiment, and reports it when something of it can be seen.
///
/// ```swift
/// ExperimentView("cart-test") { variation in
///   if variation?.key == "compact" { CompactCart() } else { Cart() }
/// }
/// ```
///
/// What is shown stays as long as it is on the screen, whatever becomes known meanwhile: nothing changes under a finger.
/// The report is that of `ExperimentContext.runExperience`: one a visitor and variation, in the journal as soon as anything of
/// the view can be seen, as `trackExperiment(_:)` has it. What stays below the edge of a scroll view reports nothing; what
/// draws nothing is reported when its place is seen.
public struct ExperimentView<Content: View>: View {
  private let key: String
  private let content: (Variation?) -> Content
  @Environment(\.experiments) private var visitor
  @State private var shown = Shown()

  /// What is on the screen; nothing when it is not.
  private struct Shown {
    var isOn = false
    var variation: Variation?
  }

  /// Makes a view of an experiment.
  ///
  /// - Parameters:
  ///   - key: The experience's key.
  ///   - content: What is shown; called with nil when the visitor gets nothing of the experiment, or there is no visitor.
  public init(_ key: String, @ViewBuilder content: @escaping (Variation?) -> Content) {
    self.key = key
    self.content = content
  }

  /// The content; several views stand below one another.
  public var body: some View {
    // What draws nothing does not appear, and is a variation, too: a stack of nothing does.
    VStack {
      content(shown.isOn ? shown.variation : decided)
    }
    .onAppear(perform: appear)
    .onDisappear { shown = Shown() }
    .modifier(SeenModifier(key, action: report))
  }

  private func appear() {
    if !shown.isOn { shown = Shown(isOn: true, variation: decided) }
  }

  /// What is shown, and nothing that was decided since.
  private func report() {
    appear()
    if shown.variation == decided { visitor?.runExperience(key) }
  }

  private var decided: Variation? { visitor?.runExperience(key, enableTracking: false) }
}
#endif
