/// Syncing, and what is done when it fails.
extension LaneWriter {
  /// What waits in memory need not hold up the sync of what is stored; what a failed file holds must.
  mutating func retryBeforeSync(at moment: Moment) throws(FileError) {
    // Whatever becomes of this attempt: an announcement that outlives it would be the last one.
    isSyncAnnounced = false
    do throws(FileError) {
      try retry(at: moment)
    } catch {
      if needsRewriting { throw error }
    }
  }

  mutating func beginSync() -> SyncJob {
    let needsFolder = folderIsUnsynced || writer == nil
    let job = SyncJob(
      closed: unsynced, active: activeFile,
      folders: needsFolder ? SyncJob.folders(directory, withParents: !parentsAreSynced) : [],
      lane: lane, index: lastIndex, ticket: stored, forgotten: forgotten)
    unsynced = []
    folderIsUnsynced = false
    isDirty = false
    isSyncAnnounced = false
    window.beginSync()
    return job
  }

  /// Only this takes a record out of what is unsynced: a sync of the file that holds it.
  mutating func finishSync(_ job: SyncJob) {
    synced = max(synced, job.ticket)
    if !job.folders.isEmpty { parentsAreSynced = true }
    guard job.lane == lane else { return }
    syncedIndex = max(syncedIndex, job.index)
    window.finishSync(through: job.index)
  }

  /// A second sync of a file may say yes and have lost what the first one could not write.
  ///
  /// So nothing more goes there, and what is not confirmed is written again, elsewhere, with the same numbers.
  mutating func failSync(_ job: SyncJob, at moment: Moment) throws(FileError) {
    // What was forgotten is not written again.
    guard job.forgotten == forgotten else { return }
    isDirty = true
    // Open as they are, they can be read even when they have no name any more.
    unsynced = job.closed + unsynced
    folderIsUnsynced = true
    do throws(FileError) {
      try replaceSegment(at: moment)
    } catch {
      trouble = trouble ?? StorageTrouble(StorageProblem(error), at: moment)
      throw error
    }
  }

  /// Leaves the last segment as it is, without a seal, and goes on in another one.
  mutating func replaceSegment(at moment: Moment) throws(FileError) {
    needsRewriting = true
    try rewrite(at: moment)
  }

  /// Begins a segment with the records that are not synced.
  ///
  /// The reader believes the later of two segments that hold the same numbers.
  mutating func rewrite(at moment: Moment) throws(FileError) {
    try files.makeDirectory(directory)
    let held = window.isWhole ? heldRecords() : try readUnsynced()
    hasLost = held.count < Int(lastIndex - syncedIndex)
    let first = held.first
    var next = try makeSegment(
      after: (first?.index ?? lastIndex + 1) - 1, at: first?.moment ?? moment,
      preamble: first?.preamble ?? preamble)
    do throws(FileError) {
      try next.append(held)
      if let last = held.last, last.preamble != preamble {
        try next.appendPreamble(preamble, ticks: 0)
      }
    } catch {
      try? files.remove(next.file.path)
      throw error
    }
    if let suspect = writer.take() {
      var summary = suspect.summary
      summary.state = .abandoned
      finished.append(summary)
    }
    unsynced = []
    writer = consume next
    rolls = false
    needsRewriting = false
  }

  /// Says once that not all could be written again: somebody removed the files, and they were not in memory.
  mutating func reportLoss() throws(FileError) {
    guard hasLost else { return }
    hasLost = false
    throw FileError(call: "rewrite", path: directory, code: FileError.missing)
  }

  private func heldRecords() -> [UnsyncedRecord] {
    var records: [UnsyncedRecord] = []
    var preamble = window.firstPreamble
    window.forEach { record in
      if record.index == 0 {
        preamble = Array(record.payload)
      } else {
        records.append(
          UnsyncedRecord(
            index: record.index, moment: record.moment, payload: Array(record.payload),
            preamble: preamble))
      }
    }
    return records
  }

  /// When they are too many to be kept in memory, the system's cache still has them.
  private func readUnsynced() throws(FileError) -> [UnsyncedRecord] {
    var records: [UnsyncedRecord] = []
    for segment in finished + (active.map { [$0] } ?? [])
    where segment.lane == lane && segment.lastIndex > syncedIndex {
      guard let file = try openFile(of: segment) else { continue }
      let created = segment.header?.created ?? Moment(wall: 0, continuous: 0)
      var scanner = SegmentScanner(
        file, lane: lane, after: segment.firstIndex - 1, limit: segment.bytes)
      var preamble: [UInt8] = []
      while let item = try scanner.next() {
        guard case .record(let frame, _, let payload) = item else { continue }
        if frame.type == .preamble { preamble = Array(payload) }
        guard frame.type == .event, frame.index > max(syncedIndex, records.last?.index ?? 0) else {
          continue
        }
        let ticks = Int64(frame.ticks)
        let moment = Moment(wall: created.wall + ticks, continuous: created.continuous + ticks)
        records.append(
          UnsyncedRecord(
            index: frame.index, moment: moment, payload: Array(payload), preamble: preamble))
      }
    }
    return records
  }

  /// The file as it was written, also when its name is gone; nil when all of it is gone.
  private func openFile(of segment: SegmentSummary) throws(FileError) -> OpenFile? {
    let path = directory + "/" + segment.name.fileName
    if let file = activeFile, file.path == path { return file }
    if let file = unsynced.first(where: { $0.path == path })?.file { return file }
    do throws(FileError) {
      return try OpenFile(path, .read, in: files)
    } catch {
      guard error.code == FileError.missing else { throw error }
      return nil
    }
  }

  private var activeFile: OpenFile? {
    switch writer {
    case .some(let writer): writer.file
    case .none: nil
    }
  }
}

/// A record that is written again.
private struct UnsyncedRecord {
  var index: UInt32
  var moment: Moment
  var payload: [UInt8]
  var preamble: [UInt8]
}

extension SegmentWriter {
  /// The segment begins with the first one's preamble; another one stands before the first event that it holds for.
  fileprivate mutating func append(_ records: [UnsyncedRecord]) throws(FileError) {
    var preamble = records.first?.preamble
    for record in records {
      if record.preamble != preamble {
        try appendPreamble(record.preamble, ticks: ticks(at: record.moment))
        preamble = record.preamble
      }
      try append(record.payload, index: record.index, at: record.moment)
    }
  }
}

extension SegmentWriter {
  fileprivate mutating func append(
    _ payload: [UInt8], index: UInt32, at moment: Moment
  ) throws(FileError) {
    var buffer = OutputBuffer(capacity: Frame.total(payload: payload.count))
    buffer.appendZeros(Frame.headerSize)
    buffer.append(payload)
    let check = payload.withUnsafeBytes { Frame.payloadCheck($0, lane: header.name.lane) }
    let frame = Frame(
      type: .event, length: payload.count, index: index, ticks: ticks(at: moment),
      payloadCheck: check)
    try appendEvent(frame, &buffer, wall: moment.wall)
  }
}
