/// Files whose sync failed; their contents are copied, one file after the other, when the disk
/// confirms syncs again.
extension LaneWriter {
  /// A copy of such a file that is not confirmed yet.
  struct Copy: Sendable {
    let suspect: SegmentName
    let summary: SegmentSummary
    let file: OpenFile
    /// Whether the copy contains all events of the file.
    let isWhole: Bool
  }

  /// Marks the files of a failed sync; none of them is synced again.
  mutating func suspect(_ job: SyncJob) {
    var failed = job.closed
    if let active = job.active {
      failed += unsynced.filter { $0.path == active.path }
      unsynced.removeAll { $0.path == active.path }
    }
    for file in failed { suspect(file) }
  }

  private mutating func suspect(_ file: UnsyncedFile) {
    guard !unconfirmedFiles.contains(where: { $0.path == file.path }) else { return }
    unconfirmedFiles.append(file)
    let mostOpen = options.windowBytes > 0 ? UnsyncedFile.mostOpen : 0
    if unconfirmedFiles.count > mostOpen {
      unconfirmedFiles[unconfirmedFiles.count - mostOpen - 1].close()
    }
  }

  /// Continues in another segment, and leaves the current one's records where they are.
  mutating func leaveSegment(at moment: Moment) throws(FileError) {
    let next = try makeSegment(after: lastIndex, at: moment, preamble: preamble)
    if let file = activeFile, let active {
      if active.events > 0 {
        suspect(UnsyncedFile(file, active.name))
        abandonSegment()
      } else {
        discard(file.path, active.bytes)
      }
    }
    writer = consume next
    rolls = false
  }

  /// Writes the contents of the first of these files again, under another number of its lane; nil
  /// when there is none.
  ///
  /// When two segments hold the same events, the reader uses the later one.
  mutating func copySuspect() throws(FileError) -> Copy? {
    while let suspect = unconfirmedFiles.first {
      // The segment may have been removed because its events are settled.
      if let segment = finished.first(where: { $0.name == suspect.name }), segment.events > 0 {
        let records = try read(segment)
        let isWhole = records.count == segment.events
        if !isWhole { hasLost = true }
        if !records.isEmpty { return try copy(segment, records, isWhole: isWhole) }
      }
      unconfirmedFiles.removeFirst()
    }
    return nil
  }

  private mutating func copy(
    _ segment: SegmentSummary, _ records: [UnsyncedRecord], isWhole: Bool
  ) throws(FileError) -> Copy {
    // The creation time is the same, so that the time of each record stays the same.
    let created = segment.header?.created ?? records[0].moment
    var next = try makeFile(after: records[0].index - 1, at: created, of: segment.lane)
    do throws(FileError) {
      if !records[0].preamble.isEmpty { try next.appendPreamble(records[0].preamble, ticks: 0) }
      try next.append(records)
      try next.close(.full)
    } catch {
      discard(next.file.path, next.offset)
      throw error
    }
    var summary = next.summary
    summary.state = .sealed
    return Copy(suspect: segment.name, summary: summary, file: next.file, isWhole: isWhole)
  }

  /// Takes over a confirmed copy and removes the file.
  mutating func accept(_ copy: Copy) {
    unconfirmedFiles.removeAll { $0.name == copy.suspect }
    guard let place = finished.firstIndex(where: { $0.name == copy.suspect }) else {
      // All of its events were settled or forgotten during the copy.
      return discard(copy)
    }
    if copy.isWhole {
      discard(path(of: copy.suspect), finished[place].size)
      finished[place] = copy.summary
    } else {
      finished.append(copy.summary)
    }
  }

  mutating func discard(_ copy: Copy) {
    discard(path(of: copy.summary.name), copy.summary.bytes)
  }
}
