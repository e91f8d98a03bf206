/// How a journal is kept.
package struct JournalOptions: Sendable {
  /// The length at which a segment is closed and the next one begun.
  package var segmentBytes = 1 << 20
  package var flags: SegmentHeader.Flags = []

  package init() {}
}
