/// What a destination's place keeps of attempts.
extension DeliveryDesk {
  /// Marks the attempt at the batch under way, before it begins.
  package mutating func beginAttempt() {
    if let key = cursor.inFlight?.key { attempts.begin(key) }
  }

  /// Keeps the number of attempts, and until when the destination is left alone, for the next start.
  package mutating func remember(attempts: Int, notBefore: Int64, pause: BatchPause) {
    guard isAcquired, cursor.inFlight != nil else { return }
    var next = cursor
    next.inFlight?.attempts = UInt32(clamping: attempts)
    next.inFlight?.notBefore = notBefore
    next.inFlight?.pause = pause
    // Only a hint: without it the batch is tried a little earlier.
    try? commit(next)
  }
}
