/// The limits of the journal while events cannot be delivered, and what is dropped when they are
/// reached.
///
/// Besides erasure, denied consent and a reset, these are the only rules by which an event that
/// could still be delivered is given up. Each dropped event is counted with its reason, for each
/// destination that had not settled it. No rule depends on the wall clock.
public struct JournalLimits: Hashable, Sendable {
  /// The behavior when the journal is full.
  public enum Overflow: Hashable, Sendable {
    /// Drops the oldest events, a segment of about a sixteenth of the journal at a time, and counts
    /// them as `DropReason.capacity`. Events of a batch in progress are kept.
    case dropOldest
    /// Refuses new events, and counts them as `RecordingFailure.journalFull`.
    case dropNewest
  }

  /// The maximum number of bytes of events on the disk; from 65 536 to 2⁴⁰.
  ///
  /// The default is 20 MiB, some 50 000 events, on iOS, tvOS, watchOS, visionOS and Android, and
  /// 512 MiB elsewhere. While the oldest events are dropped, it may be exceeded by a quarter for a
  /// moment. When events are recorded faster than the oldest are dropped, the recording calls drop
  /// them.
  ///
  /// Files that have events of a batch in progress are kept, in addition to this limit. For each
  /// destination these are the events of one batch, as its `BatchLimits` allow, and the other
  /// events in the files in which the batch begins and ends. A file has a sixteenth of this limit,
  /// and at most 1 MiB. For a destination that wants only a few of the events there may be as many
  /// files as the batch has events. Documentation/Durability.md lists the other files on the disk
  /// and their bounds.
  public var bytes = DefaultCapacity.journalBytes

  /// The maximum number of pending events; at least 16.
  ///
  /// Nil, the default, limits only the bytes.
  public var events: Int?

  /// The maximum time in seconds that an event is pending before it is dropped as `DropReason.age`;
  /// from 60 to 10¹⁰.
  ///
  /// Nil, the default, sets no limit. The time is measured by a clock that includes sleep and that
  /// cannot be set. It starts at zero when the machine restarts, so an event may be kept longer,
  /// but is never dropped earlier.
  public var age: Double?

  /// The maximum number of events that a single destination may be behind; at least 1.
  ///
  /// Events beyond it are dropped for this destination alone, as `DropReason.capacity`. Nil, the
  /// default, limits it only by the size of the journal. Set it when one destination may be down
  /// for weeks and must not use up the space of the others.
  public var lag: Int?

  /// The maximum number of bytes of dead letters for each destination; from 65 536 to 2⁴⁰.
  ///
  /// Dead letters are events that the destination refused permanently. When the limit is reached,
  /// the oldest are dropped, about a sixteenth at a time, and counted as
  /// `DropReason.deadLettersFull`. The default is an eighth of the default of `bytes`: 2.5 MiB or
  /// 64 MiB. A single dead letter may exceed it.
  public var deadLetterBytes = DefaultCapacity.journalBytes / 8

  /// The behavior when the journal is full.
  ///
  /// The default is to drop the oldest events.
  public var whenFull = Overflow.dropOldest

  /// Creates the default limits.
  public init() {}
}
