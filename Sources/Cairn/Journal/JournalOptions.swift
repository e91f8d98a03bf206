/// The options of a journal.
package struct JournalOptions: Sendable {
  /// The length in bytes at which a segment is closed and the next one begins.
  package var segmentBytes = 1 << 20
  /// The age at which a segment is closed and the next one begins; at most 2³² milliseconds, the
  /// longest time that a record can store.
  package var segmentAge = JournalOptions.longestAge
  /// The longest time that a record can store.
  package static let longestAge = Milliseconds(Int64(UInt32.max))
  package var flags: SegmentHeader.Flags = []
  /// The maximum number of bytes kept in memory of events that the disk does not accept.
  package var spillBytes = 256 << 10
  /// The maximum number of bytes kept in memory of records that are not synced; 0 when there are no
  /// timed syncs.
  package var windowBytes = 256 << 10
  /// The number of events at which a lane ends and another one begins.
  package var laneEvents = Position.indices.upperBound - 1
  package var cap = JournalCap()
  /// The reserve of disk space for others, which is restored before events that waited for a full
  /// disk are written; nil when there is none.
  package var ballast: Ballast?
  /// The encryption of what is written; nil without encryption, in which case encrypted records
  /// cannot be read either.
  package var encryptor: (any PayloadEncryptor)?
  /// Called after a refresh that has found events which another opening appended; any thread, and
  /// it must not wait.
  package var onAppendElsewhere: @Sendable () -> Void = {}

  package init() {}

  /// The maximum number of bytes that are written again from memory, which are on the disk twice
  /// for a moment.
  var mostCopied: Int { min(windowBytes, cap.bytes / 8) }
}

/// The maximum size of a journal.
package struct JournalCap: Sendable {
  package var bytes = Int.max
  package var events = Int.max
  /// Whether new events are refused at the limit, instead of dropping the oldest.
  package var dropsNewest = false

  package init() {}
}
