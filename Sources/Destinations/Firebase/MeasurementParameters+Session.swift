import Cairn

/// What reports need to count an event in a session.
extension MeasurementParameters {
  /// Adds the session that the event's context names: its number, by the second in which it began.
  mutating func addSession(_ event: DecodedEvent) {
    guard case .object(let session)? = event.context["session"],
      case .string(let id)? = session["id"], let seconds = Self.seconds(id)
    else { return }
    values["session_id"] = .string(String(seconds))
    values["engagement_time_msec"] = .int(1)
  }

  /// A session's identifier is a UUID of version 7, which begins with milliseconds since 1970 (RFC 9562, 5.7).
  private static func seconds(_ id: String) -> UInt64? {
    let digits = id.filter { $0 != "-" }
    guard digits.utf8.count == 32, let milliseconds = UInt64(digits.prefix(12), radix: 16) else {
      return nil
    }
    return milliseconds / 1_000
  }
}
