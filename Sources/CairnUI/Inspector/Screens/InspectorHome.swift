#if canImport(SwiftUI)
import SwiftUI

/// The first screen: an overview, and links to the others.
struct InspectorHome: View {
  let model: InspectorModel
  @Binding var state: InspectorState

  var body: some View {
    List {
      if state.snapshot.isInert { Text("This instance records nothing: there was no memory.") }
      if let problem = state.snapshot.storageProblem {
        LabeledContent("Storage problem", value: problem)
      }
      Section {
        link("Events", .events, "\(state.snapshot.log.events.count)")
        link("Destinations", .destinations, destinations)
        link("Dead letters", .letters, "\(state.letterCount)")
        link("Ledger", .ledger, "")
      }
      ActionSection(state: $state) {
        Button("Flush") { Task { await model.flush() } }
      }
    }
    .navigationTitle("Analytics")
  }

  private var destinations: String {
    let pending = state.snapshot.destinations.reduce(0) { $0 + $1.pending }
    let problems = state.problems.isEmpty ? "" : ", \(state.problems.count) with a problem"
    return "\(pending) pending" + problems
  }

  private func link(_ title: String, _ screen: InspectorScreen, _ value: String) -> some View {
    NavigationLink(value: screen) { LabeledContent(title, value: value) }
  }
}

/// Buttons, disabled while an action is in progress, and the result of the last action.
struct ActionSection<Buttons: View>: View {
  @Binding var state: InspectorState
  private let buttons: Buttons

  init(state: Binding<InspectorState>, @ViewBuilder buttons: () -> Buttons) {
    _state = state
    self.buttons = buttons()
  }

  var body: some View {
    Section {
      buttons.disabled(state.isBusy)
      if let message = state.message {
        Text(message).font(.footnote).foregroundStyle(.secondary)
      }
    }
  }
}

/// JSON on several lines, in a font of equal widths.
struct JSONText: View {
  let json: String

  var body: some View {
    #if os(tvOS) || os(watchOS)
    text
    #else
    text.textSelection(.enabled)
    #endif
  }

  private var text: some View { Text(JSONLayout.lines(json)).font(.footnote.monospaced()) }
}
#endif
