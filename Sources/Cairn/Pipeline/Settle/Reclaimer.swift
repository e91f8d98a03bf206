/// Removes segments that every destination is done with.
///
/// The couriers of one journal share it. A destination that is not theirs, because another process has it or because it
/// was left out this time, has a cursor in the folder as well, and keeps what it waits for.
package final class Reclaimer: Sendable {
  private let journal: Journal
  private let destinations: String
  private let files: any FileSystem
  private let settled: Locked<[String: SettledSet]>

  package init(_ journal: Journal, destinations: String, files: any FileSystem) {
    self.journal = journal
    self.destinations = destinations
    self.files = files
    settled = Locked([:])
  }

  /// Makes a destination known, which must be before the first one settles anything.
  package func register(_ name: String, _ settled: SettledSet) {
    self.settled.withLock { $0[name] = settled }
  }

  /// From now on what its cursor in the folder says is what it is done with.
  package func unregister(_ name: String) {
    settled.withLock { $0[name] = nil }
  }

  /// Says what a destination is done with; whether that made room.
  @discardableResult
  package func update(_ name: String, _ settled: SettledSet) -> Bool {
    register(name, settled)
    return reclaim()
  }

  /// Whether that made room.
  @discardableResult
  package func reclaim() -> Bool {
    let own = settled.withLock { $0 }
    guard let others = others(than: Set(own.keys)) else { return false }
    return !journal.reclaim(behind: Array(own.values) + others).isEmpty
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
