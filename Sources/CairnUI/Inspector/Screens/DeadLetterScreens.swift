#if canImport(SwiftUI)
import Cairn
import Foundation
import SwiftUI

/// The dead letters of all destinations.
struct DeadLetterList: View {
  let model: InspectorModel
  @Binding var state: InspectorState

  var body: some View {
    List {
      if state.snapshot.letters.isEmpty { Text("No dead letters") }
      ForEach(state.snapshot.letters) { letters in
        DeadLetterSection(letters: letters, model: model, state: $state)
      }
      ActionSection(state: $state) {}
    }
    .navigationTitle("Dead letters")
  }
}

/// The dead letters of one destination, with buttons for all of them.
struct DeadLetterSection: View {
  let letters: InspectedDeadLetters
  let model: InspectorModel
  @Binding var state: InspectorState
  @State private var asksToDiscard = false

  var body: some View {
    Section {
      ForEach(letters.letters) { letter in
        NavigationLink(
          value: InspectorScreen.letter(letter.eventID, destination: letters.destination)
        ) {
          DeadLetterRow(letter: letter)
        }
      }
      if let note = letters.note { Text(note) }
      if !letters.letters.isEmpty { buttons.disabled(state.isBusy) }
    } header: {
      Text(letters.destination)
    }
  }

  @ViewBuilder private var buttons: some View {
    Button("Replay all") { Task { await model.replay(ids, of: letters.destination) } }
    Button("Discard all", role: .destructive) { asksToDiscard = true }
      .confirmationDialog("Discarded events are not delivered.", isPresented: $asksToDiscard) {
        Button("Discard \(letters.letters.count)", role: .destructive) {
          Task { await model.discard(ids, of: letters.destination) }
        }
      }
  }

  private var ids: Set<EventID> { Set(letters.letters.map(\.eventID)) }
}

/// The name and the reason of a dead letter.
struct DeadLetterRow: View {
  let letter: InspectedDeadLetter

  var body: some View {
    VStack(alignment: .leading) {
      Text(letter.title)
      Text(letter.reason).font(.footnote).foregroundStyle(.secondary)
    }
  }
}

/// One dead letter: the reason, the response and the JSON, with buttons to replay and discard it.
struct DeadLetterDetail: View {
  let id: EventID
  let destination: String
  let model: InspectorModel
  @Binding var state: InspectorState

  var body: some View {
    List {
      if let letter = state.letter(id, of: destination) {
        content(letter)
      } else {
        Text("No longer a dead letter")
      }
      ActionSection(state: $state) {
        if state.letter(id, of: destination) != nil {
          Button("Replay") { Task { await model.replay([id], of: destination) } }
          Button("Discard", role: .destructive) {
            Task { await model.discard([id], of: destination) }
          }
        }
      }
    }
    .navigationTitle("Dead letter")
  }

  @ViewBuilder private func content(_ letter: InspectedDeadLetter) -> some View {
    Section {
      Text(letter.title)
      LabeledContent("Destination", value: destination)
      LabeledContent("Reason", value: letter.reason)
      if let answer = letter.answer { LabeledContent("Answer", value: answer) }
      LabeledContent(
        "Refused", value: letter.refusedAt.formatted(date: .abbreviated, time: .standard))
      LabeledContent("Identifier", value: id.description)
    }
    Section {
      JSONText(json: letter.json)
    } header: {
      Text("JSON")
    }
  }
}
#endif
