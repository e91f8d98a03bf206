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
        guard try file.tryLock(), try isUnchanged(segment), try hasNoWriter(segment) else {
          return false
        }
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

  /// Whether the writer is gone, asked while its lock is held by this process.
  ///
  /// Where everybody gets every lock that says nothing. There a writer of this process is known, and one of another
  /// process is taken to be gone after a start of the machine or a day without a record.
  private func hasNoWriter(_ segment: SegmentSummary) throws(FileError) -> Bool {
    if segment.state == .sealed { return true }
    let path = directory + "/" + segment.name.fileName
    guard try OpenFile(path, .read, in: files).tryLock() else { return true }
    guard !LivingLanes.contains(segment.lane, in: directory), let header = segment.header else {
      return false
    }
    if header.bootSession != bootSession { return true }
    let last = header.created.continuous + Int64(segment.ticks)
    return clock.now().continuous - last > Self.longestSilence
  }

  /// Milliseconds.
  private static let longestSilence: Int64 = 86_400_000
}
