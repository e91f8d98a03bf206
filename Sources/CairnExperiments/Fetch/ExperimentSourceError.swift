/// Why a document could not be got this time.
public struct ExperimentSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, for the log: without keys.
  public var description: String
  /// In how many seconds to ask again; nil when the source did not say.
  ///
  /// Honoured up to 300.
  public var retryAfter: Double?

  /// Makes an error.
  public init(_ description: String, retryAfter: Double? = nil) {
    self.description = description
    self.retryAfter = retryAfter
  }
}
