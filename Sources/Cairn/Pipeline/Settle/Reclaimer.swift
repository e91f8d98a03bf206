/// Removes segments that every destination is done with.
///
/// The couriers of one journal share it.
package final class Reclaimer: Sendable {
  private let journal: Journal
  private let settled: Locked<[String: SettledSet]>

  /// All destinations must be known before the first of them settles anything.
  package init(_ journal: Journal, settled: [String: SettledSet]) {
    self.journal = journal
    self.settled = Locked(settled)
  }

  /// Says what a destination is done with; the lanes that the journal still has.
  package func update(_ name: String, _ settled: SettledSet) -> Set<LaneID> {
    let all = self.settled.withLock { board in
      board[name] = settled
      return Array(board.values)
    }
    _ = journal.reclaim(behind: all)
    return Set(journal.segments().map(\.lane)).union([journal.lane])
  }
}
