extension Journal {
  /// Looks for segments that other processes have begun, ended or removed since, and again at those that could not
  /// be read.
  ///
  /// One at a time, so that a list that was begun earlier never replaces a later one. Throws when the folder cannot be
  /// listed; then nothing has changed.
  package func refresh() throws(FileError) {
    try refreshes.withLock { (_) throws(FileError) in
      var survey = FolderSurvey(of: self)
      try survey.run()
      state.withLock { $0.take(survey) }
    }
  }
}

extension JournalState {
  /// Makes what was found in the folder known.
  mutating func take(_ survey: borrowing FolderSurvey) {
    // Another folder was listed.
    guard lane.forgotten == survey.forgotten else { return }
    // Begun since the list was, so that they were taken for another process's.
    let own = ownLanes.subtracting(survey.own)
    let found = survey.segments.filter {
      !own.contains($0.lane) && !removedMeanwhile.contains($0.name)
    }
    let present = survey.present
    others = found.sorted { $0.name < $1.name }
    unreadable = survey.unreadable.filter { !own.contains($0.lane) }
    // Of this lane's own only those that were there before the folder was listed, and whose file is gone.
    let gone = survey.ownBefore
    lane.finished.removeAll { gone.contains($0.name) && !present.contains($0.name) }
    let uncertain = survey.uncertain
    var accounted: [LaneID: UInt32] = [:]
    for segment in found {
      // What was not certain before is not certain now.
      accounted[segment.lane] =
        uncertain.contains(segment.lane)
        ? self.accounted[segment.lane]
        : max(accounted[segment.lane] ?? 0, segment.lastIndex)
    }
    self.accounted = accounted
  }
}
