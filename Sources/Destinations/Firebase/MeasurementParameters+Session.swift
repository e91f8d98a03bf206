import Cairn

/// What reports need to count an event in a session.
extension MeasurementParameters {
  /// Adds the session that the event's context names: its number, by the second in which it began.
  mutating func addSession(_ event: DecodedEvent) {
    guard let session = event.session else { return }
    values["session_id"] = .string(String(session.milliseconds / 1_000))
    values["engagement_time_msec"] = .int(1)
  }
}
