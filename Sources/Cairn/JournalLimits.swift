/// How large the journal may grow while nothing can be delivered, and what goes when it has.
///
/// These are the only rules by which an event that could still be delivered is ever given up. Each one is counted with
/// its reason, for each destination that had not settled it. No rule asks the clock on the wall.
public struct JournalLimits: Hashable, Sendable {
  /// What happens when the journal is full.
  public enum Overflow: Hashable, Sendable {
    /// The oldest events go, a segment of about a sixteenth of the journal at a time, and are counted as
    /// `DropReason.capacity`. What is in a batch under way stays.
    case dropOldest
    /// New events are refused, and counted as `Refusal.journalFull`.
    case dropNewest
  }

  /// The most bytes of events on the disk; from 65 536 to 2⁴⁰.
  ///
  /// The default is 20 MiB on phones, watches and the like, some 50 000 events, and 512 MiB elsewhere. While the oldest are
  /// dropped it may be exceeded by a quarter for a moment. When events come faster than the oldest are dropped, the calls that
  /// record them drop them.
  ///
  /// Files that hold events of a batch under way stay, and come on top of that: for each destination the events of one batch,
  /// as its `BatchLimits` allow, and what else is in the files where it begins and ends. A file is a sixteenth of this, and
  /// 1 MiB at most. For a destination that wants only a few of the events they may be as many files as the batch has events.
  /// What else lies on the disk, and its bounds, is in Documentation/Durability.md.
  public var bytes = DefaultCapacity.journalBytes

  /// The most events that wait; from 16.
  ///
  /// Nil, the default, for as many as the bytes allow.
  public var events: Int?

  /// The longest that an event waits, in seconds, before it is dropped as `DropReason.age`; from 60 to 10¹⁰.
  ///
  /// Nil, the default, for ever. Measured by a clock that counts sleep and that nobody can set. It starts anew when the
  /// machine does, so that an event may stay longer and never goes earlier.
  public var age: Double?

  /// The most events that a single destination may be behind; what is beyond is dropped for this
  /// one alone, as `DropReason.capacity`.
  ///
  /// At least 1.
  ///
  /// Nil, the default, for as many as the journal holds. Set it when one destination may be down for weeks and shall not
  /// cost the others their room.
  public var lag: Int?

  /// The most bytes of dead letters that are kept for each destination; from 65 536 to 2⁴⁰.
  ///
  /// Dead letters are events that the destination refused for good. When there are more, the oldest go, about a sixteenth
  /// at a time, and are counted as `DropReason.deadLettersFull`. The default is an eighth of the default of `bytes`: 2.5 MiB
  /// on phones, watches and the like, and 64 MiB elsewhere. A single letter may exceed it.
  public var deadLetterBytes = DefaultCapacity.journalBytes / 8

  /// What happens when the journal is full.
  ///
  /// By default the oldest events go.
  public var whenFull = Overflow.dropOldest

  /// Makes the default limits.
  public init() {}
}
