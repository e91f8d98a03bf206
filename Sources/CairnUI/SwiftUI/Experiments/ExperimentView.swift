#if canImport(SwiftUI)
public import CairnExperiments
public import SwiftUI

/// Shows what the visitor gets of an experiment, and reports it when it is on the screen.
///
/// ```swift
/// ExperimentView("cart-test") { variation in
///   if variation?.key == "compact" { CompactCart() } else { Cart() }
/// }
/// ```
///
/// What is shown stays as long as it is on the screen, whatever becomes known meanwhile: nothing changes under a finger.
/// The report is that of `ExperimentContext.runExperience`: one a visitor and variation, in the journal when the view has
/// appeared. A view that never appears reports nothing.
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
      content(shown.isOn ? shown.variation : visitor?.runExperience(key, enableTracking: false))
    }
    .onAppear {
      if !shown.isOn { shown = Shown(isOn: true, variation: visitor?.runExperience(key)) }
    }
    .onDisappear { shown = Shown() }
  }
}
#endif
