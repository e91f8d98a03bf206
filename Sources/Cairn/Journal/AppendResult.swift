/// The result of an append, and the work that must follow it.
package struct AppendResult: Sendable {
  /// The outcome of an append.
  package enum Outcome: Hashable, Sendable {
    /// The record is in the journal at this position, and survives the death of the process.
    case stored(Position)
    /// The record is in memory, because the disk does not accept it now.
    case buffered(StorageProblem)
    /// The record is stored nowhere.
    case refused(JournalError.Code, StorageProblem? = nil)
  }

  /// Work that must be done on another thread than the caller's.
  package struct Needs: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Records are unsynced that were not announced yet: a sync is due at the end of the interval.
    package static let sync = Needs(rawValue: 1)
    /// Too many unsynced files are open: a sync is due now.
    package static let syncNow = Needs(rawValue: 2)
    /// The disk refused a record for the first time: writing must be retried later.
    package static let retry = Needs(rawValue: 4)
    /// The journal is close to its limit.
    package static let room = Needs(rawValue: 8)
    /// The event is to be a line of the log.
    package static let logLine = Needs(rawValue: 16)
  }

  package var outcome: Outcome
  package var needs: Needs = []
  /// The number of records stored so far, which a sync must cover.
  package var ticket: UInt64 = 0

  package init(_ outcome: Outcome, needs: Needs = [], ticket: UInt64 = 0) {
    self.outcome = outcome
    self.needs = needs
    self.ticket = ticket
  }
}
