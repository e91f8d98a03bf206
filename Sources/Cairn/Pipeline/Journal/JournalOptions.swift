/// How a journal is kept.
package struct JournalOptions: Sendable {
  /// The length at which a segment is closed and the next one begun.
  package var segmentBytes = 1 << 20
  package var flags: SegmentHeader.Flags = []
  /// What is kept in memory of the events that the disk does not take.
  package var spillBytes = 256 << 10
  /// What is kept in memory of the records that are not synced; 0 when nobody syncs by the clock.
  package var windowBytes = 256 << 10
  /// At how many events a lane ends and another one begins.
  package var laneEvents = Position.indices.upperBound - 1
  package var cap = JournalCap()
  /// Room for others, which comes before what waits for a full disk; nil when there are no others.
  package var ballast: Ballast?
  /// Encrypts what is written; nil when nothing is, and nothing that is can be read.
  package var sealer: (any PayloadSealer)?

  package init() {}

  /// What is written again from memory lies on the disk twice for a moment.
  var mostCopied: Int { min(windowBytes, cap.bytes / 8) }
}

/// How large a journal may grow.
package struct JournalCap: Sendable {
  package var bytes = Int.max
  package var events = Int.max
  /// Whether what comes is refused, rather than what is oldest dropped.
  package var dropsNewest = false

  package init() {}
}
