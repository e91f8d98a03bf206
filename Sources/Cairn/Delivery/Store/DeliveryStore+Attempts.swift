/// The stored state of attempts.
extension DeliveryStore {
  /// Marks the attempt to send the batch in flight, before it begins.
  package mutating func beginAttempt() {
    if let key = cursor.inFlight?.key { attempts.begin(key) }
  }

  /// Stores the attempts, the end of the pause and its reason for a later launch.
  package mutating func remember(attempts: Int, notBefore: Int64, pause: BatchPause) {
    guard isAcquired, cursor.inFlight != nil else { return }
    var next = cursor
    next.inFlight?.attempts = UInt32(clamping: attempts)
    next.inFlight?.notBefore = notBefore
    next.inFlight?.pause = pause
    // The commit may fail: without it the batch is sent again a little earlier.
    try? commit(next)
  }
}
