extension Journal {
  /// Finds segments that other processes have begun, ended or removed, and retries those that could
  /// not be read.
  ///
  /// One refresh runs at a time, so that an earlier list never replaces a later one. Throws when
  /// the folder cannot be listed; then nothing has changed.
  package func refresh() throws(FileError) {
    try refreshes.withLock { (_) throws(FileError) in
      var survey = DirectoryScan(of: self)
      try survey.run()
      state.withLock { $0.take(survey) }
    }
  }
}

extension JournalState {
  /// Takes over the result of a survey of the folder.
  mutating func take(_ survey: borrowing DirectoryScan) {
    // The survey listed a folder that has been cleared since.
    guard lane.forgotten == survey.forgotten else { return }
    // Lanes that this opening has begun since the list was taken appear there as those of another
    // process.
    let own = ownLanes.subtracting(survey.own)
    let found = survey.segments.filter {
      !own.contains($0.lane) && !removedMeanwhile.contains($0.name)
    }
    let present = survey.present
    others = found.sorted { $0.name < $1.name }
    unreadable = survey.unreadable.filter { !own.contains($0.lane) }
    // Of this opening's segments, only those that existed before the list and whose file is gone
    // are removed.
    let gone = survey.ownBefore
    lane.finished.removeAll { gone.contains($0.name) && !present.contains($0.name) }
    let uncertain = survey.uncertain
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
