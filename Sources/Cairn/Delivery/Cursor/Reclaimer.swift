/// Removes segments that every destination has settled.
///
/// The workers of one journal share it. A destination that another process has, or that is not
/// configured in this launch, also has a cursor in the folder, and keeps the events that are
/// pending for it.
package final class Reclaimer: Sendable {
  private let journal: Journal
  private let destinations: String
  private let files: any FileSystem
  /// The path of an import's mark; nil without imports.
  private let importMark: String?
  private let settled: Locked<[String: SettledPositions]>
  /// The positions of the batches in flight, of this process and, as of the last look, of others.
  private let underWay: Locked<[String: [PositionRange]]>

  package init(
    _ journal: Journal, destinations: String, importMark: String? = nil, files: any FileSystem
  ) {
    self.journal = journal
    self.destinations = destinations
    self.importMark = importMark
    self.files = files
    settled = Locked([:])
    underWay = Locked([:])
  }

  /// Registers a destination, which must happen before the first one settles anything.
  package func register(_ name: String, _ settled: SettledPositions) {
    self.settled.withLock { $0[name] = settled }
  }

  /// Unregisters a destination, whose cursor in the folder then determines what it has settled.
  package func unregister(_ name: String) {
    settled.withLock { $0[name] = nil }
    pin(name, [])
  }

  /// Keeps the segments of these positions when a limit of the journal is reached.
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

  /// Updates what a destination has settled; returns whether segments were removed.
  @discardableResult
  package func update(_ name: String, _ settled: SettledPositions) -> Bool {
    register(name, settled)
    return reclaim()
  }

  /// Removes segments that all destinations have settled; returns whether there were any.
  @discardableResult
  package func reclaim() -> Bool {
    let own = settled.withLock { $0 }
    guard let others = others(than: Set(own.keys)) else { return false }
    do throws(FileError) {
      let mark = try importMark.map { (path) throws(FileError) in
        try ImportMark.read(path, files)
      }
      return !journal.reclaim(behind: Array(own.values) + others) { segment in
        mark??.holds(segment) ?? false
      }.isEmpty
    } catch {
      // The mark may say of any segment that it is needed.
      return false
    }
  }

  /// Does the same after reading what other processes have recorded, and delivered to this
  /// process's destinations.
  @discardableResult
  package func reclaimForAll() -> Bool {
    try? journal.refresh()
    for name in settled.withLock({ Array($0.keys) }) {
      if case .cursor(let cursor) = DestinationListing.status(of: name, in: destinations, files) {
        settled.withLock { if $0[name] != nil { $0[name] = cursor.settled } }
      }
    }
    return reclaim()
  }

  /// Returns what the other destinations of the folder have settled; nil when the folder cannot be
  /// read now.
  private func others(than own: Set<String>) -> [SettledPositions]? {
    guard let names = DestinationListing.names(destinations, files) else { return nil }
    var others: [SettledPositions] = []
    var places: [String: [PositionRange]] = [:]
    for name in names where !own.contains(name) {
      switch DestinationListing.status(of: name, in: destinations, files) {
      case .none: places[name] = []
      case .cursor(let cursor):
        places[name] = cursor.inFlight?.ranges ?? []
        others.append(cursor.settled)
      // The destination may need all events.
      case .unknown: others.append(SettledPositions())
      }
    }
    pin(places)
    return others
  }
}
