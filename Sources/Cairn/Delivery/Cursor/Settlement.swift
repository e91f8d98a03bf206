/// The effects of outcomes on a cursor: the settled positions and the counters.
package enum Settlement {
  /// Marks the events of a sealed batch as in flight, and settles the events that were passed over.
  package static func seal(
    _ cursor: inout Cursor, _ selection: BatchSelection, _ batch: SealedBatch?
  ) {
    cursor.settled.insert(selection.filtered)
    cursor.settled.insert(selection.damaged)
    cursor.counters.filtered &+= UInt64(selection.filtered.total)
    cursor.counters.damaged &+= UInt64(selection.damaged.total)
    cursor.inFlight = batch
  }

  /// Settles the whole batch as delivered.
  package static func accept(_ cursor: inout Cursor) {
    guard let batch = cursor.inFlight else { return }
    cursor.settled.insert(batch.ranges)
    cursor.counters.delivered &+= UInt64(batch.ranges.total)
    cursor.counters.deliveredBytes &+= UInt64(batch.bodyLength)
    cursor.inFlight = nil
  }

  /// Settles each event of the batch by its own result.
  package static func accept(
    _ cursor: inout Cursor, refused: [PositionRange], again: [PositionRange],
    damaged: [PositionRange] = []
  ) {
    guard let batch = cursor.inFlight else { return }
    var open = SettledPositions()
    open.insert(again)
    for range in batch.ranges {
      for part in open.unsettled(in: range) { cursor.settled.insert(part) }
    }
    let delivered = max(0, batch.ranges.total - again.total - refused.total - damaged.total)
    cursor.counters.deadLettered &+= UInt64(refused.total)
    cursor.counters.damaged &+= UInt64(damaged.total)
    cursor.counters.delivered &+= UInt64(delivered)
    // A body from which no event was accepted delivered no bytes.
    if delivered > 0 { cursor.counters.deliveredBytes &+= UInt64(batch.bodyLength) }
    cursor.inFlight = nil
  }

  /// Drops the unsettled events at these positions, except those of the batch in flight.
  package static func drop(
    _ cursor: inout Cursor, _ ranges: [PositionRange], _ reason: DropReason
  ) {
    for part in droppable(cursor, ranges) {
      cursor.settled.insert(part)
      cursor.counters[reason] &+= UInt64(part.count)
    }
  }

  /// Returns the parts of these positions that are neither settled nor in flight.
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

  /// Discards the batch in flight, so that its events are sealed again under another key.
  package static func unseal(_ cursor: inout Cursor) { cursor.inFlight = nil }
}
