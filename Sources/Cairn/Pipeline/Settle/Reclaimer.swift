/// Removes segments that every destination is done with.
///
/// The couriers of one journal share it. A destination that is not theirs, because another process has it or because it
/// was left out this time, has a cursor in the folder as well, and keeps what it waits for.
package final class Reclaimer: Sendable {
  private let journal: Journal
  private let destinations: String
  private let files: any FileSystem
  private let settled: Locked<[String: SettledSet]>

  /// All destinations of this process must be known before the first of them settles anything.
  package init(
    _ journal: Journal, destinations: String, files: any FileSystem,
    settled: [String: SettledSet]
  ) {
    self.journal = journal
    self.destinations = destinations
    self.files = files
    self.settled = Locked(settled)
  }

  /// Says what a destination is done with; the lanes that the journal still has.
  package func update(_ name: String, _ settled: SettledSet) -> Set<LaneID> {
    let own = self.settled.withLock { board in
      board[name] = settled
      return board
    }
    if let others = others(than: Set(own.keys)) {
      _ = journal.reclaim(behind: Array(own.values) + others)
    }
    let unreadable = journal.unreadable.map(\.lane)
    return Set(journal.segments().map(\.lane)).union(unreadable).union([journal.lane])
  }

  /// What the other destinations of the folder are done with; nil when that cannot be read now.
  private func others(than own: Set<String>) -> [SettledSet]? {
    let names: [String]
    do throws(FileError) {
      names = try files.list(destinations)
    } catch {
      return error.code == FileError.missing ? [] : nil
    }
    var others: [SettledSet] = []
    for name in names where !own.contains(name) {
      do throws(FileError) {
        let cursor = try CursorFile.read("\(destinations)/\(name)/state", files: files)
        others.append(cursor?.settled ?? SettledSet())
      } catch {
        guard error.code == FileError.missing else { return nil }
      }
    }
    return others
  }
}
