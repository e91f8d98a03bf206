import ArgumentParser

/// The response to devices during the outage.
enum OutageAnswer: String, CaseIterable, Sendable, ExpressibleByArgument, Encodable {
  /// No response: connections fail.
  case none
  /// A proxy responds with 503 and `Retry-After: 30`.
  case seconds
  /// A proxy responds with 503 and `Retry-After` with the date of the end, which is the same for
  /// all devices.
  case date
}
