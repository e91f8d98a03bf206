/// When an event happened, by its sender's clock and by ours.
struct EventTimes: Sendable, Equatable {
  /// Microseconds since 1970, by the collector's clock.
  var received: Int64
  /// Microseconds since 1970, corrected for the error of the sender's clock; in the years 0 to 9999.
  var happened: Int64
  /// As sent.
  var original: String?
  /// As sent.
  var sent: String?

  /// Segment's correction: timestamp = receivedAt - (sentAt - originalTimestamp).
  ///
  /// Without a time sent the original stands, and without an original the time received; so does a
  /// time that is not ISO-8601, because a bad clock is no reason to lose an event.
  init(received: Int64, original: String?, sent: String?) {
    self.received = received
    self.original = original
    self.sent = sent
    let originalTime = original.flatMap(Timestamp.microseconds)
    let sentTime = sent.flatMap(Timestamp.microseconds)
    let corrected =
      switch (originalTime, sentTime) {
      case (let original?, let sent?): received - (sent - original)
      case (let original?, nil): original
      case (nil, _): received
      }
    happened = Timestamp.clamped(corrected)
  }
}
