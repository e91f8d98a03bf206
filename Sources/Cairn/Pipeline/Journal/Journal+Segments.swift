extension Journal {
  /// All segments, in the order of delivery.
  package func segments() -> [SegmentSummary] {
    state.withLock { state in
      var all = state.others + state.lane.finished
      if let active = state.lane.writer?.summary { all.append(active) }
      return all.sorted { $0.name < $1.name }
    }
  }

  /// Files that cannot be read now, or are of a later format.
  ///
  /// Nothing behind them in their lane may be judged.
  package var unreadable: [SegmentName] { state.withLock { $0.unreadable } }

  /// The lanes that this opening has written to.
  private var ownLanes: Set<LaneID> {
    state.withLock { state in Set(state.lane.finished.map(\.lane)).union([state.lane.lane]) }
  }

  /// Looks for segments that other processes have begun, ended or removed since, and again at those that could not
  /// be read.
  ///
  /// Throws when the folder cannot be listed; then nothing has changed.
  package func refresh() throws(FileError) {
    let recovery = Recovery(directory: directory, files: files)
    let own = ownLanes
    let before = Set(segments().filter { own.contains($0.lane) && $0.state != .open }.map(\.name))
    let names = try recovery.segmentNames()
    // A file without a header may have been made a moment ago.
    let settled = Set(segments().filter { $0.state != .open && $0.header != nil }.map(\.name))
    let findings = recovery.survey(
      names.filter { !own.contains($0.lane) && !settled.contains($0) })
    let present = Set(names)
    let renewed = Set(findings.segments.map(\.name))
    state.withLock { state in
      state.others.removeAll { renewed.contains($0.name) || !present.contains($0.name) }
      state.others += findings.segments
      state.others.sort { $0.name < $1.name }
      state.unreadable = findings.unreadable
      // Of this lane's own only those that were there before the folder was listed, and whose file is gone.
      state.lane.finished.removeAll { before.contains($0.name) && !present.contains($0.name) }
    }
  }

  /// Removes the segments that every destination is done with and that nobody writes to; their names.
  package func reclaim(behind settled: [SettledSet]) -> [SegmentName] {
    let removable = segments().filter { segment in
      segment.state != .open
        && settled.allSatisfy { $0.contains(segment) }
    }
    let removed = removable.filter(remove).map(\.name)
    guard !removed.isEmpty else { return [] }
    let gone = Set(removed)
    state.withLock { state in
      state.others.removeAll { gone.contains($0.name) }
      state.lane.forget(gone)
    }
    return removed
  }

  /// Holds the dead writer's lock while it removes the file, so that a writer that just made it notices.
  private func remove(_ segment: SegmentSummary) -> Bool {
    let path = directory + "/" + segment.name.fileName
    do throws(FileError) {
      let file = try OpenFile(path, .read, in: files)
      if !ownLanes.contains(segment.lane) {
        guard try file.tryLock(), try isUnchanged(segment) else { return false }
      }
      try files.remove(path)
      return true
    } catch {
      return error.code == FileError.missing
    }
  }

  /// What was seen of another's segment may be older than what it holds.
  private func isUnchanged(_ segment: SegmentSummary) throws(FileError) -> Bool {
    let recovery = Recovery(directory: directory, files: files)
    return try recovery.survey(segment.name)?.lastIndex == segment.lastIndex
  }
}
