#if canImport(SwiftUI)
import Cairn
import Foundation
import SwiftUI

/// The events, newest first, with a search.
struct EventList: View {
  @Binding var state: InspectorState
  @State private var search = ""

  var body: some View {
    let found = state.snapshot.log.matching(search)
    List {
      if found.isEmpty {
        Text(search.isEmpty ? "No events" : "No event contains these words")
      }
      ForEach(found) { event in
        NavigationLink(value: InspectorScreen.event(event.position)) { EventRow(event: event) }
      }
      if state.snapshot.log.missed > 0 {
        Text("\(state.snapshot.log.missed) events left the journal before they were read")
          .font(.footnote).foregroundStyle(.secondary)
      }
    }
    .searchable(text: $search, prompt: "Name, kind, identifier or JSON")
    .navigationTitle("Events")
  }
}

/// The name, the kind and the time of an event.
struct EventRow: View {
  let event: InspectedEvent

  var body: some View {
    VStack(alignment: .leading) {
      Text(event.title)
      Text(details).font(.footnote).foregroundStyle(.secondary)
    }
  }

  private var details: String {
    let time = event.time?.formatted(
      .dateTime.hour().minute().second().secondFraction(.fractional(3)))
    return [event.kind, time, event.isReplayed ? "replayed" : nil].compactMap { $0 }
      .joined(separator: " · ")
  }
}

/// One event: its status at each destination, its JSON, and its context.
struct EventDetail: View {
  let position: Position
  let model: InspectorModel
  @Binding var state: InspectorState

  var body: some View {
    List {
      if let event = state.event(at: position) {
        content(event)
      } else {
        Text("The inspector keeps the last 500 events; this one is older")
      }
    }
    .navigationTitle("Event")
    .onAppear { watch(state.event(at: position)?.eventID) }
    .onDisappear { watch(nil) }
  }

  @ViewBuilder private func content(_ event: InspectedEvent) -> some View {
    Section {
      EventRow(event: event)
      if let id = event.eventID { LabeledContent("Identifier", value: id.description) }
      LabeledContent("Position", value: position.description)
    }
    if state.snapshot.status.id == event.eventID {
      Section {
        ForEach(state.snapshot.status.rows) { row in status(row, of: event) }
        if state.snapshot.status.rows.isEmpty { Text("No destination knows the event") }
      } header: {
        Text("Destinations")
      }
    }
    Section {
      if let json = event.json { JSONText(json: json) }
      if let problem = event.problem { Text(problem) }
    } header: {
      Text("JSON")
    }
    if !event.context.isEmpty {
      Section {
        JSONText(json: event.context)
      } header: {
        Text("Context")
      }
    }
  }

  @ViewBuilder private func status(_ row: EventStatus.Row, of event: InspectedEvent) -> some View {
    if row.isDeadLetter, let id = event.eventID {
      NavigationLink(value: InspectorScreen.letter(id, destination: row.destination)) {
        LabeledContent(row.destination, value: row.text)
      }
    } else {
      LabeledContent(row.destination, value: row.text)
    }
  }

  private func watch(_ id: EventID?) {
    Task { await model.watch(id) }
  }
}
#endif
