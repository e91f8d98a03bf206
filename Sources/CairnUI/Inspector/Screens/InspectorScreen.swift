#if canImport(SwiftUI)
import Cairn
import SwiftUI

/// The screens that are pushed onto the inspector's stack.
enum InspectorScreen: Hashable {
  case events
  case event(Position)
  case destinations
  case letters
  case letter(EventID, destination: String)
  case ledger
}

/// Shows the screen of a value.
struct InspectorDestination: View {
  let screen: InspectorScreen
  let model: InspectorModel
  // A binding, so that a pushed screen is updated with the state.
  @Binding var state: InspectorState

  var body: some View {
    switch screen {
    case .events: EventList(state: $state)
    case .event(let position): EventDetail(position: position, model: model, state: $state)
    case .destinations: DestinationList(model: model, state: $state)
    case .letters: DeadLetterList(model: model, state: $state)
    case .letter(let id, let destination):
      DeadLetterDetail(id: id, destination: destination, model: model, state: $state)
    case .ledger: LedgerView(state: $state)
    }
  }
}
#endif
