/// The times of an event by the sender's clock and by the collector's.
struct EventTimes: Sendable, Equatable {
  /// The time of arrival in microseconds since 1970, by the collector's clock.
  var received: Int64
  /// The time of the event in microseconds since 1970, corrected for the error of the sender's
  /// clock; in the years 0 to 9999.
  var happened: Int64
  /// `originalTimestamp` as sent.
  var original: String?
  /// `sentAt` as sent.
  var sent: String?

  /// Creates the times of an event that is stored already.
  init(stored happened: Int64, received: Int64, original: String?, sent: String?) {
    self.happened = happened
    self.received = received
    self.original = original
    self.sent = sent
  }

  /// Applies Segment's correction: timestamp = receivedAt - (sentAt - originalTimestamp).
  ///
  /// Without a time of sending, the original time is used, and without an original time, the time
  /// of arrival. A time that is not ISO-8601 counts as missing, because an event must not be lost
  /// due to a wrong clock.
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
