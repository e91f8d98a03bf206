extension Journal {
  /// All segments, in the order of delivery.
  package func segments() -> [SegmentSummary] {
    state.withLock { state in
      var all = state.others + state.lane.finished
      if let active = state.lane.writer?.summary { all.append(active) }
      return all.sorted { $0.name < $1.name }
    }
  }

  /// Files that cannot be read now, or are of a later format, and those that no list has shown and that may be there.
  ///
  /// Nothing behind them in their lane may be judged.
  package var unreadable: [SegmentName] { state.withLock { $0.unreadable } }

  /// Removes the segments that every destination is done with and that nobody writes to; their names.
  package func reclaim(behind settled: [SettledSet]) -> [SegmentName] {
    let removable = segments().filter { segment in
      segment.state != .open
        && settled.allSatisfy { $0.contains(segment) }
    }
    let removed = removable.filter(remove).map(\.name)
    state.withLock { $0.lane.discardRemains(failures: 1) }
    guard !removed.isEmpty else { return [] }
    let gone = Set(removed)
    state.withLock { state in
      state.others.removeAll { gone.contains($0.name) }
      state.lane.forget(gone)
      state.removedMeanwhile.formUnion(gone)
    }
    return removed
  }

  /// Holds the dead writer's lock while it removes the file, so that a writer that just made it notices.
  private func remove(_ segment: SegmentSummary) -> Bool {
    let path = directory + "/" + segment.name.fileName
    do throws(FileError) {
      let file = try OpenFile(path, .read, in: files)
      if !state.withLock({ $0.ownLanes.contains(segment.lane) }) {
        guard try file.tryLock(), try isUnchanged(segment), try writerIsGone(segment) else {
          return false
        }
      }
      try files.remove(path)
      return true
    } catch {
      return error.code == FileError.missing
    }
  }

  private func writerIsGone(_ segment: SegmentSummary) throws(FileError) -> Bool {
    try WriterCheck(directory: directory, files: files, bootSession: bootSession)
      .isGone(segment, at: clock.now())
  }

  /// What was seen of another's segment may be older than what it holds.
  private func isUnchanged(_ segment: SegmentSummary) throws(FileError) -> Bool {
    let recovery = Recovery(directory: directory, files: files)
    return try recovery.survey(segment.name)?.lastIndex == segment.lastIndex
  }
}
