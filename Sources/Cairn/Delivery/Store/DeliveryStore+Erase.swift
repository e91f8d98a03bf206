/// The effects of consent and erasure on a destination's folder.
extension DeliveryStore {
  /// Drops all pending events in these segments, including those of a sealed batch.
  package mutating func giveUp(
    _ segments: [SegmentSummary], _ reason: DropReason
  ) throws(FileError) {
    if cursor.inFlight != nil { try unseal() }
    try drop(cursor.oldest(cursor.pending(in: segments), in: segments), reason)
    reclaim()
  }

  /// Drops the events at these positions, including those of a sealed batch.
  package mutating func giveUp(
    at places: [PositionRange], _ reason: DropReason
  ) throws(FileError) {
    let sealed = cursor.inFlight?.ranges ?? []
    if sealed.contains(where: { places.contains(where: $0.overlaps) }) {
      try unseal()
    }
    try drop(places, reason)
    reclaim()
  }

  /// Closes all files, which are about to be removed.
  package mutating func forget() {
    release()
    forgetContents()
    place.deadLetters.close()
  }

  /// Reads the remaining cursor, unless another process has it locked.
  package mutating func reload() {
    _ = try? acquire()
    release()
  }
}
