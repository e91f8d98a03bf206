public import Foundation

/// Not all could be erased yet: `Analytics.erase()`.
public struct ErasureError: Error, Sendable {
  /// What the system said: the call, the path, its error number.
  public let detail: String
}

extension ErasureError: LocalizedError {
  /// One sentence for the log.
  public var errorDescription: String? {
    "not all could be erased yet, and nothing is delivered until it is: \(detail)"
  }
}
