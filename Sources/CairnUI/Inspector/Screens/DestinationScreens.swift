#if canImport(SwiftUI)
import SwiftUI

/// The destinations with their queue, problem and next attempt.
struct DestinationList: View {
  let model: InspectorModel
  @Binding var state: InspectorState

  var body: some View {
    List {
      if state.snapshot.destinations.isEmpty { Text("No destinations") }
      ForEach(state.snapshot.destinations) { DestinationSection(destination: $0) }
      ActionSection(state: $state) {
        Button("Flush") { Task { await model.flush() } }
      }
    }
    .navigationTitle("Destinations")
  }
}

/// One destination.
struct DestinationSection: View {
  let destination: InspectedDestination

  var body: some View {
    Section {
      LabeledContent("State", value: destination.state)
      LabeledContent("Pending", value: "\(destination.pending)")
      if let problem = destination.problem { LabeledContent("Problem", value: problem) }
      if let next = destination.nextAttempt { LabeledContent("Next attempt", value: next) }
    } header: {
      Text(destination.name)
    }
  }
}

/// The counts of all events: those of the instance, and one section for each destination.
struct LedgerView: View {
  @Binding var state: InspectorState

  var body: some View {
    List {
      Section {
        ForEach(state.snapshot.totals) { LabeledContent($0.title, value: $0.count) }
      } header: {
        Text("This instance")
      }
      ForEach(state.snapshot.destinations) { destination in
        Section {
          ForEach(destination.counts) { LabeledContent($0.title, value: $0.count) }
        } header: {
          Text(destination.name)
        }
      }
    }
    .navigationTitle("Ledger")
  }
}
#endif
