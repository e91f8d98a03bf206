package import Cairn

/// The distribution of an experience's arms over the range.
package enum BucketLayout: String, Sendable {
  /// The parts of the arms follow one another without gaps.
  case packed
  /// Each arm has a start of its own.
  case anchored

  /// Returns the layout for a version: anchored from 12 on, otherwise packed, also if it is not a
  /// number.
  package init(version: Value?) {
    self = (version?.referenceNumber ?? 0) > 11 ? .anchored : .packed
  }
}
