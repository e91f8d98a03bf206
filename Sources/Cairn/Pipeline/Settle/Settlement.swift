/// What an outcome does to a cursor: the places that are settled, and what they are counted as.
package enum Settlement {
  /// The events of a batch that was sealed are under way; what was passed over is settled.
  package static func seal(
    _ cursor: inout Cursor, _ selection: Selection, _ batch: SealedBatch?
  ) {
    cursor.settled.insert(selection.filtered)
    cursor.settled.insert(selection.damaged)
    cursor.counters.filtered &+= UInt64(selection.filtered.total)
    cursor.counters.damaged &+= UInt64(selection.damaged.total)
    cursor.inFlight = batch
  }

  /// All of the batch arrived.
  package static func accept(_ cursor: inout Cursor) {
    guard let batch = cursor.inFlight else { return }
    cursor.settled.insert(batch.ranges)
    cursor.counters.delivered &+= UInt64(batch.ranges.total)
    cursor.counters.deliveredBytes &+= UInt64(batch.bodyLength)
    cursor.inFlight = nil
  }

  /// Each event has an answer of its own.
  package static func accept(
    _ cursor: inout Cursor, refused: [PositionRange], again: [PositionRange],
    damaged: [PositionRange] = []
  ) {
    guard let batch = cursor.inFlight else { return }
    var open = SettledSet()
    open.insert(again)
    for range in batch.ranges {
      for part in open.unsettled(in: range) { cursor.settled.insert(part) }
    }
    let delivered = max(0, batch.ranges.total - again.total - refused.total - damaged.total)
    cursor.counters.deadLettered &+= UInt64(refused.total)
    cursor.counters.damaged &+= UInt64(damaged.total)
    cursor.counters.delivered &+= UInt64(delivered)
    // A body of which nothing was taken delivered no bytes.
    if delivered > 0 { cursor.counters.deliveredBytes &+= UInt64(batch.bodyLength) }
    cursor.inFlight = nil
  }

  /// What is not settled of these places is given up, but for the batch under way.
  package static func drop(
    _ cursor: inout Cursor, _ ranges: [PositionRange], _ reason: DropReason
  ) {
    for part in droppable(cursor, ranges) {
      cursor.settled.insert(part)
      cursor.counters[reason] &+= UInt64(part.count)
    }
  }

  /// What of these places is neither settled nor under way.
  package static func droppable(_ cursor: Cursor, _ ranges: [PositionRange]) -> [PositionRange] {
    var taken = cursor.settled
    taken.insert(cursor.inFlight?.ranges ?? [])
    var parts: [PositionRange] = []
    for range in ranges {
      let open = taken.unsettled(in: range)
      taken.insert(open)
      parts += open
    }
    return parts
  }

  /// The batch is to be made anew, with another key.
  package static func unseal(_ cursor: inout Cursor) { cursor.inFlight = nil }
}
