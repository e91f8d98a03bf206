/// A failure to fetch a document.
public struct ExperimentSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A description of the failure for the log, without keys.
  public var description: String
  /// The seconds until the next attempt; nil when the source did not specify them.
  ///
  /// At most 300 seconds are respected.
  public var retryAfter: Double?

  /// Creates an error.
  public init(_ description: String, retryAfter: Double? = nil) {
    self.description = description
    self.retryAfter = retryAfter
  }
}
