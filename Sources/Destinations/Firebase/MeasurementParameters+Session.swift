import Cairn

/// The parameters with which reports assign an event to a session.
extension MeasurementParameters {
  /// Adds the session of the event's context.
  ///
  /// Its ID is the start time in seconds.
  mutating func addSession(_ event: DecodedEvent) {
    guard let session = event.session else { return }
    values["session_id"] = .string(String(session.milliseconds / 1_000))
    values["engagement_time_msec"] = .int(1)
  }
}
