/// What the user's consent and erasure do to a destination's place.
extension DeliveryDesk {
  /// Gives up all that waits in these segments, also what is in a sealed batch.
  package mutating func giveUp(
    _ segments: [SegmentSummary], _ reason: DropReason
  ) throws(FileError) {
    if cursor.inFlight != nil { try unseal() }
    try drop(cursor.oldest(cursor.pending(in: segments), in: segments), reason)
    reclaim()
  }

  /// Gives up these, also what of them is in a sealed batch.
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

  /// Lets go of all files: they are about to be removed.
  package mutating func forget() {
    release()
    forgetContents()
    place.deadLetters.close()
  }

  /// Reads the cursor that was left, if nobody has it.
  package mutating func reload() {
    _ = try? acquire()
    release()
  }
}
