/// A batch that was selected and encoded before its turn.
///
/// A class, because a store that holds it is copied often.
final class ReadAheadBatch: Sendable {
  /// The batch that was in flight.
  let previous: BatchKey
  /// The positions that are settled if all events of that batch are.
  let settled: SettledPositions
  let limits: BatchLimits
  let selection: BatchSelection
  let body: [UInt8]

  init(
    previous: BatchKey, settled: SettledPositions, limits: BatchLimits, selection: BatchSelection,
    body: [UInt8]
  ) {
    self.previous = previous
    self.settled = settled
    self.limits = limits
    self.selection = selection
    self.body = body
  }
}

/// Selection and encoding of the next batch while the one before is in flight, so that the
/// destination and this process work at the same time.
extension DeliveryStore {
  /// Prepares the batch that follows the first attempt of the one in flight, if there are more
  /// events than fitted into it.
  ///
  /// Nothing is written. `most` is the maximum number of events for the batch in flight.
  package mutating func prepareNext(for destination: any Destination, atMost most: Int?) {
    guard destination.sealsAhead, isAcquired, isCut, let batch = cursor.inFlight,
      batch.attempts == 0, readAhead?.previous != batch.key
    else { return }
    var limits = destination.limits
    limits.events = min(limits.events, most ?? .max)
    var settled = cursor.settled
    settled.insert(batch.ranges)
    let selection = select(for: destination, limits, after: settled)
    // Events that are damaged, or cannot be read now, are examined when it is their turn.
    guard !selection.events.isEmpty, selection.damaged.isEmpty, builder.failure == nil else {
      isCut = false
      return
    }
    readAhead = ReadAheadBatch(
      previous: batch.key, settled: settled, limits: limits, selection: selection,
      body: destination.seal(selection.events, context: selection.context))
  }

  /// Returns the prepared batch if it is what would be selected now: all events of the batch before
  /// it are settled, and no others.
  mutating func takeReadAhead(_ limits: BatchLimits) throws(FileError) -> ReadAheadBatch? {
    guard let next = readAhead else { return nil }
    readAhead = nil
    // Another process may have removed segments meanwhile. If that is unknown, the batch is
    // selected again.
    guard (try? place.journal.refreshDrops()) != nil else { return nil }
    try takeDrops()
    return next.settled == cursor.settled && next.limits == limits ? next : nil
  }
}
