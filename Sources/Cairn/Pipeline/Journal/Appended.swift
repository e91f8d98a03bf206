/// What became of an append, and what it calls for.
package struct Appended: Sendable {
  /// What became of it.
  package enum Outcome: Hashable, Sendable {
    /// In the journal, at this place: it survives the death of the process.
    case stored(Position)
    /// In memory: the disk does not take it now.
    case buffered(StorageProblem)
    /// Nowhere.
    case refused(JournalError.Code, StorageProblem? = nil)
  }

  /// What somebody other than the caller should do now.
  package struct Needs: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something is unsynced that nobody was told of: a sync is due when the interval ends.
    package static let sync = Needs(rawValue: 1)
    /// So many files are unsynced that a sync should not wait: they are kept open for it.
    package static let syncNow = Needs(rawValue: 2)
    /// The first that the disk did not take: somebody should try again.
    package static let retry = Needs(rawValue: 4)
    /// The journal reaches its cap.
    package static let room = Needs(rawValue: 8)
  }

  package var outcome: Outcome
  package var needs: Needs = []
  /// Counts the records that were stored: what a sync must cover.
  package var ticket: UInt64 = 0

  package init(_ outcome: Outcome, needs: Needs = [], ticket: UInt64 = 0) {
    self.outcome = outcome
    self.needs = needs
    self.ticket = ticket
  }
}
