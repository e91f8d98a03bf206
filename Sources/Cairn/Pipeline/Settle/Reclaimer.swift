/// Removes segments that every destination is done with.
///
/// The couriers of one journal share it. A destination that is not theirs, because another process has it or because it
/// was left out this time, has a cursor in the folder as well, and keeps what it waits for.
package final class Reclaimer: Sendable {
  private let journal: Journal
  private let destinations: String
  private let files: any FileSystem
  private let settled: Locked<[String: SettledSet]>
  /// What the batches under way hold, of this process and, as of the last look, of others.
  private let underWay: Locked<[String: [PositionRange]]>

  package init(_ journal: Journal, destinations: String, files: any FileSystem) {
    self.journal = journal
    self.destinations = destinations
    self.files = files
    settled = Locked([:])
    underWay = Locked([:])
  }

  /// Makes a destination known, which must be before the first one settles anything.
  package func register(_ name: String, _ settled: SettledSet) {
    self.settled.withLock { $0[name] = settled }
  }

  /// From now on what its cursor in the folder says is what it is done with.
  package func unregister(_ name: String) {
    settled.withLock { $0[name] = nil }
    pin(name, [])
  }

  /// No cap removes the segments of these.
  package func pin(_ name: String, _ places: [PositionRange]) {
    pin([name: places])
  }

  private func pin(_ places: [String: [PositionRange]]) {
    let all = underWay.withLock { underWay -> [PositionRange]? in
      let before = underWay
      for (name, ranges) in places { underWay[name] = ranges.isEmpty ? nil : ranges }
      return underWay == before ? nil : underWay.values.flatMap { $0 }
    }
    if let all { journal.pin(all) }
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

  /// The same, after a look at what other processes have recorded, and delivered to the destinations of this one.
  @discardableResult
  package func reclaimForAll() -> Bool {
    try? journal.refresh()
    for name in settled.withLock({ Array($0.keys) }) {
      if case .cursor(let cursor) = DestinationFolders.standing(of: name, in: destinations, files) {
        settled.withLock { if $0[name] != nil { $0[name] = cursor.settled } }
      }
    }
    return reclaim()
  }

  /// What the other destinations of the folder are done with; nil when the folder cannot be read now.
  private func others(than own: Set<String>) -> [SettledSet]? {
    guard let names = DestinationFolders.names(destinations, files) else { return nil }
    var others: [SettledSet] = []
    var places: [String: [PositionRange]] = [:]
    for name in names where !own.contains(name) {
      switch DestinationFolders.standing(of: name, in: destinations, files) {
      case .none: places[name] = []
      case .cursor(let cursor):
        places[name] = cursor.inFlight?.ranges ?? []
        others.append(cursor.settled)
      // It may need everything.
      case .unknown: others.append(SettledSet())
      }
    }
    pin(places)
    return others
  }
}
