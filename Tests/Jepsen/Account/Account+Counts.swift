import Cairn

/// The SDK's own numbers.
extension Account {
  func counts(_ place: Plan.Place, _ book: ServerBook, _ row: Settlement.Row) -> [Violation] {
    var wrong: [String] = []
    if !row.balances { wrong.append("the row does not balance") }
    if row.pending > 0 { wrong.append("\(row.pending) are pending after a flush") }
    if row.damaged > 0 { wrong.append("\(row.damaged) are damaged, and nobody damaged any") }
    let accepted = book.entries.filter { $0.value.accepted > 0 }
    let letters = Set(row.letters)
    if row.delivered > accepted.count {
      wrong.append("\(row.delivered) are counted as delivered, the server took \(accepted.count)")
    }
    if !plan.givesUp, row.dropped > 0 {
      wrong.append("\(row.dropped) are dropped, and nothing may be")
    }
    if !plan.givesUp || plan.isGentle {
      let expected = accepted.values.count { !letters.contains($0.id) }
      if row.delivered + unsure(accepted.values, row) < expected {
        wrong.append("\(row.delivered) are counted as delivered, the server took \(expected)")
      }
    }
    let refused = Set(book.entries.values.filter { $0.refused > 0 }.map(\.id))
    let unfounded = letters.subtracting(refused).count
    if unfounded > 0 { wrong.append("\(unfounded) dead letters that the server did not refuse") }
    let forgotten = book.entries.values.count {
      $0.refused > 0 && $0.accepted == 0 && !letters.contains($0.id)
    }
    if forgotten > row.pushedOut, !plan.givesUp || plan.isGentle {
      wrong.append("\(forgotten) refused without a dead letter, \(row.pushedOut) pushed out")
    }
    wrong += journaled(row)
    return wrong.map { Violation(kind: .counted, text: "\(place.name): \($0); \(row.summary)") }
  }

  /// Returns how many events that a server accepted may be counted as dropped.
  ///
  /// A batch may be sealed by one process and sent again by another, because a commit failed in
  /// between: events of it that a cap has removed meanwhile have no response of their own. With one
  /// process there are none.
  private func unsure(
    _ accepted: Dictionary<EventName, ServerBook.Entry>.Values, _ row: Settlement.Row
  ) -> Int {
    guard plan.kind == .cap, plan.writers > 1 else { return 0 }
    return min(accepted.count { $0.seen > 1 }, row.dropped - row.pushedOut)
  }

  /// Checks the number of events in the journal.
  private func journaled(_ row: Settlement.Row) -> [String] {
    guard plan.kind != .consent else { return [] }
    let least = acknowledged.stored.count
    // A killed call may have stored its event; an event that is put back for one destination is in
    // the journal of all.
    let replayed = settlement.rows.reduce(0) { $0 + $1.replayed }
    let most = least + acknowledged.unsure.count + kills * 2 + replayed
    guard row.accepted < least || row.accepted > most else { return [] }
    return ["\(row.accepted) are counted as accepted, and \(least) to \(most) were recorded"]
  }
}

extension Settlement.Row {
  var summary: String {
    "accepted \(accepted), delivered \(delivered), filtered \(filtered), dead \(deadLettered),"
      + " replayed \(replayed), damaged \(damaged), dropped \(dropped) (\(pushedOut) dead letters), pending \(pending)"
  }
}
