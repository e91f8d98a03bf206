package import Cairn

/// How the arms of an experience share the range.
package enum BucketLayout: String, Sendable {
  /// Behind one another.
  case packed
  /// Each at a start of its own.
  case anchored

  /// Experiences are anchored from version 12 on, and packed when the version is no number.
  package init(version: Value?) {
    self = (version?.referenceNumber ?? 0) > 11 ? .anchored : .packed
  }
}
