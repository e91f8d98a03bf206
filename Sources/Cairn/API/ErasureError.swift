public import Foundation

/// The error that `Analytics.erase()` throws when data could not be removed yet.
public struct ErasureError: Error, Sendable {
  /// The system's error: the call, the path and the error number.
  public let detail: String
}

extension ErasureError: LocalizedError {
  /// A one-sentence description for the log.
  public var errorDescription: String? {
    "some data is not erased yet, and nothing is delivered until it is: \(detail)"
  }
}
