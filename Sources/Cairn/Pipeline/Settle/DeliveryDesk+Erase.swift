/// What the user's consent and erasure do to a destination's place.
extension DeliveryDesk {
  /// Gives up all that waits, also what is in a sealed batch.
  package mutating func giveUp(_ reason: DropReason) throws(FileError) {
    if cursor.inFlight != nil { try unseal() }
    let segments = place.journal.segments()
    try drop(cursor.oldest(cursor.pending(in: segments), in: segments), reason)
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
