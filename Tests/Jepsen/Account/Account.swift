import Cairn
import Foundation

/// Compares the receipts, the events of the servers and the SDK's counters.
struct Account {
  let plan: Plan
  let acknowledged: Acknowledged
  let books: [ServerBook]
  let settlement: Settlement
  /// The number of killed lives.
  let kills: Int
  /// The end of the faults in milliseconds since 1970.
  let calm: Int

  func violations() -> [Violation] {
    var found: [Violation] = []
    if settlement.isInMemory {
      found.append(Violation(kind: .ended, text: "the journal cannot be opened at the end"))
    }
    for (place, book) in zip(plan.places, books) {
      found += seen(book)
      found += arrivals(place, book)
      guard let row = settlement.rows.first(where: { $0.name == place.name }) else { continue }
      found += losses(place, book, row) + counts(place, book, row)
    }
    return found
  }

  /// Returns the violations that the server itself detected, one line of each kind.
  private func seen(_ book: ServerBook) -> [Violation] {
    let kinds = Dictionary(grouping: book.violations) { text -> Violation.Kind in
      text.contains(" came after ") ? .order : .foreign
    }
    return kinds.filter { $0.key != .order || plan.keepsOrder }.map { kind, texts in
      Violation(kind: kind, events: texts.count, text: "\(texts[0]) (\(texts.count) in all)")
    }
  }

  private func isWanted(_ event: Acknowledged.Event, _ place: Plan.Place) -> Bool {
    guard place.filters else { return true }
    let id = event.id ?? books[0].entry(event.name).flatMap { EventID($0.id) }
    return id.map(FilteredDestination.wants) ?? false
  }

  private func losses(
    _ place: Plan.Place, _ book: ServerBook, _ row: Settlement.Row
  ) -> [Violation] {
    let missing = acknowledged.stored.filter { event in
      isWanted(event, place) && !book.isSettled(event.name)
        && !acknowledged.isErasable(event, calm: calm)
    }
    // The server has refused the letters that were dropped.
    let allowed = plan.kind == .cap ? row.dropped - row.pushedOut : 0
    guard missing.count > allowed else { return [] }
    let names = missing.map(\.name).sorted().prefix(4).map(\.description).joined(separator: ", ")
    return [
      Violation(
        kind: .lost, events: missing.count - allowed,
        text: "\(place.name): \(missing.count) of \(acknowledged.stored.count) acknowledged events"
          + " reached no server (\(names), …); \(row.damaged) are counted as damaged,"
          + " \(row.dropped) as dropped, \(row.delivered) as delivered")
    ]
  }

  /// Returns the events that should not have arrived.
  private func arrivals(_ place: Plan.Place, _ book: ServerBook) -> [Violation] {
    var found: [Violation] = []
    let entries = book.entries
    let refused = acknowledged.refused.filter { entries[$0] != nil }.sorted()
    if let first = refused.first {
      found.append(
        Violation(
          kind: .foreign, text: "\(place.name): \(refused.count) refused events came, \(first)"))
    }
    let unknown = entries.keys.filter { !acknowledged.knows($0) }.sorted()
    if let first = unknown.first {
      found.append(
        Violation(
          kind: .foreign,
          text: "\(place.name): \(unknown.count) events came that nobody recorded, \(first)"))
    }
    let unwanted = entries.values.filter { entry in
      place.filters && !(EventID(entry.id).map(FilteredDestination.wants) ?? false)
    }
    if !unwanted.isEmpty {
      found.append(
        Violation(
          kind: .foreign, text: "\(place.name): \(unwanted.count) events came that it filters"))
    }
    return found
  }
}

/// A violated guarantee.
struct Violation: Codable, Sendable, CustomStringConvertible {
  enum Kind: String, Codable, CaseIterable, Sendable {
    case lost, counted, stuck, order, bounds, foreign, ended
  }

  var kind: Kind
  /// The number of events, if it can be counted; otherwise 1.
  var events = 1
  var text: String

  var description: String { "\(kind.rawValue): \(text)" }
}
