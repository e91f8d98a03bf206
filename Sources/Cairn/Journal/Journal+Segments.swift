extension Journal {
  /// Returns all segments, in the order of delivery.
  package func segments() -> [SegmentSummary] {
    state.withLock { state in
      var all = state.others + state.lane.finished
      if let active = state.lane.writer?.summary { all.append(active) }
      return all.sortedByName()
    }
  }

  /// The files that cannot be read now or are of a later format, and those that no list has shown
  /// but that may exist.
  ///
  /// Events behind them in their lane must not be judged as damaged or removed.
  package var unreadable: [SegmentName] { state.withLock { $0.unreadable } }

  /// Removes the segments that every destination has settled, that no process writes to, and that
  /// are not to be kept; returns their names.
  package func reclaim(
    behind settled: [SettledPositions], keeping isKept: (SegmentSummary) -> Bool = { _ in false }
  ) -> [SegmentName] {
    let removable = segments().filter { segment in
      segment.state != .open
        && settled.allSatisfy { $0.contains(segment) } && !isKept(segment)
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

  /// Removes the file while holding the lock of its ended writer, so that a writer that just made
  /// it notices.
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
    try WriterLivenessCheck(directory: directory, files: files, bootSession: bootSession)
      .isGone(segment, at: clock.now())
  }

  /// Returns whether another process's segment has not grown since it was last read.
  ///
  /// Sizes are compared and not numbers: without a header, the numbers of an empty segment come
  /// from the segment before it, which may have been removed.
  private func isUnchanged(_ segment: SegmentSummary) throws(FileError) -> Bool {
    let now = try Recovery(directory: directory, files: files).scan(segment.name)
    return now?.bytes == segment.bytes && now?.events == segment.events
  }
}
