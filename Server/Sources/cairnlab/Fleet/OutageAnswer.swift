import ArgumentParser

/// What a device hears while the collector is away.
enum OutageAnswer: String, CaseIterable, Sendable, ExpressibleByArgument, Encodable {
  /// Nothing: connections fail.
  case none
  /// A proxy answers 503 with `Retry-After: 30`.
  case seconds
  /// A proxy answers 503 and names the time of the end to everybody: `Retry-After` with a date.
  case date
}
