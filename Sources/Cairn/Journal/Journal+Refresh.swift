extension Journal {
  /// Finds segments that other processes have begun, ended or removed, and retries those that could
  /// not be read.
  ///
  /// One refresh runs at a time, so that an earlier list never replaces a later one. Throws when
  /// the folder cannot be listed; then nothing has changed.
  package func refresh() throws(FileError) {
    let hasMore = try refreshes.withLock { (_) throws(FileError) in
      var scan = DirectoryScan(of: self)
      try scan.run()
      let (before, after) = state.withLock { state in
        let before = state.others
        state.take(scan)
        return (before, state.others)
      }
      return Self.hasMore(after, than: before)
    }
    if hasMore { onAppendElsewhere() }
  }

  /// Returns whether there are events that the earlier list lacks; both are ordered by name.
  private static func hasMore(_ after: [SegmentSummary], than before: [SegmentSummary]) -> Bool {
    var place = 0
    for segment in after where segment.events > 0 {
      while place < before.count, before[place].name < segment.name { place += 1 }
      guard place < before.count, before[place].name == segment.name,
        before[place].lastIndex >= segment.lastIndex
      else { return true }
    }
    return false
  }
}

extension JournalState {
  /// Takes over the result of a scan of the folder.
  mutating func take(_ scan: borrowing DirectoryScan) {
    // The scan listed a folder that has been cleared since.
    guard lane.forgotten == scan.forgotten else { return }
    // Lanes that this opening has begun since the list was taken appear there as those of another
    // process.
    let own = ownLanes.subtracting(scan.own)
    let found = scan.segments.filter {
      !own.contains($0.lane) && !removedMeanwhile.contains($0.name)
    }
    let present = scan.present
    others = found.sortedByName()
    unreadable = scan.unreadable.filter { !own.contains($0.lane) }
    // Of this opening's segments, only those that existed before the list and whose file is gone
    // are removed.
    let gone = scan.ownBefore
    lane.finished.removeAll { gone.contains($0.name) && !present.contains($0.name) }
    let uncertain = scan.uncertain
    var accounted: [LaneID: UInt32] = [:]
    for segment in found {
      // A lane that is uncertain keeps its earlier value.
      accounted[segment.lane] =
        uncertain.contains(segment.lane)
        ? self.accounted[segment.lane]
        : max(accounted[segment.lane] ?? 0, segment.lastIndex)
    }
    self.accounted = accounted
  }
}
