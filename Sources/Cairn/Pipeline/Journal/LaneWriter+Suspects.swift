/// Files whose sync failed: what they hold is copied, one file after the other, when the disk confirms again.
extension LaneWriter {
  /// A copy of such a file that is not confirmed yet.
  struct Copy: Sendable {
    let suspect: SegmentName
    let summary: SegmentSummary
    let file: OpenFile
    /// Whether it holds all that the file held.
    let isWhole: Bool
  }

  /// A sync of one of these files failed: none of them is synced again.
  mutating func suspect(_ job: SyncJob) {
    var failed = job.closed
    if let active = job.active {
      failed += unsynced.filter { $0.path == active.path }
      unsynced.removeAll { $0.path == active.path }
    }
    for file in failed { suspect(file) }
  }

  private mutating func suspect(_ file: UnsyncedFile) {
    guard !suspects.contains(where: { $0.path == file.path }) else { return }
    suspects.append(file)
    let mostOpen = options.windowBytes > 0 ? UnsyncedFile.mostOpen : 0
    if suspects.count > mostOpen { suspects[suspects.count - mostOpen - 1].close() }
  }

  /// Goes on in another segment, and leaves in the last one what it holds.
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

  /// Writes the first of these files again, under another number of its lane; nil when there is none.
  ///
  /// A reader believes the later of two segments that hold the same events.
  mutating func copySuspect() throws(FileError) -> Copy? {
    while let suspect = suspects.first {
      // Others may have been done with it.
      if let segment = finished.first(where: { $0.name == suspect.name }), segment.events > 0 {
        let records = try read(segment)
        let isWhole = records.count == segment.events
        if !isWhole { hasLost = true }
        if !records.isEmpty { return try copy(segment, records, isWhole: isWhole) }
      }
      suspects.removeFirst()
    }
    return nil
  }

  private mutating func copy(
    _ segment: SegmentSummary, _ records: [UnsyncedRecord], isWhole: Bool
  ) throws(FileError) -> Copy {
    // With the same beginning, so that each record's time is the same.
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

  /// The copy is confirmed, and the file is not needed any more.
  mutating func accept(_ copy: Copy) {
    suspects.removeAll { $0.name == copy.suspect }
    guard let place = finished.firstIndex(where: { $0.name == copy.suspect }) else {
      // All of it was settled or forgotten meanwhile.
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
