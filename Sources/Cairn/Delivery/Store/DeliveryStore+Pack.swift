/// Selection and sealing of the next batch.
extension DeliveryStore {
  /// Selects, seals and commits the next batch; returns nil when there is nothing to deliver.
  package mutating func pack(
    for destination: any Destination, atMost most: Int?, at moment: Moment
  ) throws(FileError) -> BatchSelection? {
    var limits = destination.limits
    limits.events = min(limits.events, most ?? .max)
    try takeDrops()
    if let next = try takeReadAhead(limits) {
      try seal(next.selection, next.body, at: moment)
      return next.selection
    }
    while true {
      let selection = select(for: destination, limits)
      if try takeDropsSeen(in: selection) { continue }
      guard selection.events.isEmpty else {
        let body = destination.seal(selection.events, context: selection.context)
        try seal(selection, body, at: moment)
        return selection
      }
      try passOver(selection)
      guard selection.isCut else { return nil }
    }
  }

  /// Selects events after these positions; by default after those that are settled.
  mutating func select(
    for destination: any Destination, _ limits: BatchLimits, after settled: SettledPositions? = nil
  ) -> BatchSelection {
    let kindMask = destination.kindMask
    return builder.select(
      after: settled ?? cursor.settled, limits, mixesContexts: destination.mixesContexts,
      accepts: { kindMask.contains($0.kind) && destination.accepts($0) })
  }

  /// Settles events that the destination does not accept, up to the first one that it accepts.
  package mutating func passOver(for destination: any Destination) throws(FileError) {
    guard cursor.inFlight == nil else { return }
    while true {
      let selection = select(for: destination, BatchLimits(events: 1))
      if try takeDropsSeen(in: selection) { continue }
      let isNew = !selection.filtered.isEmpty || !selection.damaged.isEmpty
      try passOver(selection)
      guard isNew, selection.isCut, selection.events.isEmpty else { return }
    }
  }

  private mutating func passOver(_ selection: BatchSelection) throws(FileError) {
    guard !selection.filtered.isEmpty || !selection.damaged.isEmpty else { return }
    var next = cursor
    Settlement.seal(&next, selection, nil)
    dispositions.add(selection.dispositions)
    try commit(next)
    reclaim()
  }

  private mutating func seal(
    _ selection: BatchSelection, _ plain: [UInt8], at moment: Moment
  ) throws(FileError) {
    (chosen, isCut) = (selection.events.count, selection.isCut)
    let key = keys.next(wall: moment.wall)
    let body = try place.bodies.stored(plain, key: key)
    let batch = SealedBatch(
      key: key, bodyHash: BodyStore.hash(body),
      bodyLength: UInt32(clamping: body.count),
      sealedAt: moment.wall, ranges: selection.positions)
    var next = cursor
    Settlement.seal(&next, selection, batch)
    do throws(FileError) {
      unstored = try write(body, batch.key) ? nil : (key, plain)
      if unstored != nil { try syncEvents(at: batch.ranges) }
      // Durable before it is sent: a batch that arrived must never be sealed again under another
      // key.
      try syncFolders()
      dispositions.add(selection.dispositions)
      try commit(next, .durable)
    } catch {
      if !mayBeSealed(batch.key) { place.bodies.remove(batch.key) }
      throw error
    }
    known = (key, selection.contents)
  }
}

extension BatchSelection {
  /// The dispositions of events that are settled by being passed over.
  fileprivate var dispositions: [DispositionEntry] {
    unwanted.map { DispositionEntry($0, .filtered) } + damaged.map(DispositionEntry.init(damaged:))
  }
}
