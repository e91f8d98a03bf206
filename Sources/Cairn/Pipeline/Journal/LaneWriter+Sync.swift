/// Syncing, and what is done when it fails.
extension LaneWriter {
  /// What waits in memory need not hold up the sync of what is stored; what a failed file holds must.
  mutating func retryBeforeSync(at moment: Moment) throws(FileError) {
    do throws(FileError) {
      try retry(at: moment)
    } catch {
      if needsRewriting { throw error }
    }
  }

  mutating func beginSync() -> SyncJob {
    let needsFolder = folderIsUnsynced || writer == nil
    let job = SyncJob(
      closed: unsynced, active: writer?.file,
      folders: needsFolder ? SyncJob.folders(directory, withParents: !parentsAreSynced) : [],
      lane: lane, index: lastIndex, ticket: stored)
    unsynced = []
    folderIsUnsynced = false
    isDirty = false
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
  mutating func failSync(at moment: Moment) throws(FileError) {
    isDirty = true
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
    let lost = window.isWhole ? [] : readUnsynced()
    var oldest = moment
    window.forEach { oldest = $0.moment.continuous < oldest.continuous ? $0.moment : oldest }
    let first = lost.first?.index ?? (window.isWhole ? syncedIndex + 1 : lastIndex + 1)
    var next = try makeSegment(after: first - 1, at: lost.first?.moment ?? oldest)
    do throws(FileError) {
      for record in lost { try next.append(record.payload, index: record.index, at: record.moment) }
      if window.isWhole {
        try window.forEach { (record) throws(FileError) in
          try next.append(Array(record.payload), index: record.index, at: record.moment)
        }
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
    needsRewriting = false
  }

  private struct ReadRecord {
    var index: UInt32
    var moment: Moment
    var payload: [UInt8]
  }

  /// When they are too many to be kept in memory, the system's cache still has them.
  private func readUnsynced() -> [ReadRecord] {
    var records: [ReadRecord] = []
    for segment in finished + (active.map { [$0] } ?? [])
    where segment.lane == lane && segment.lastIndex > syncedIndex {
      let path = directory + "/" + segment.name.fileName
      guard let file = try? OpenFile(path, .read, in: files) else { continue }
      let created = segment.header?.created ?? Moment(wall: 0, continuous: 0)
      var scanner = SegmentScanner(
        file, lane: lane, after: segment.firstIndex - 1, limit: segment.bytes)
      while let item = try? scanner.next() {
        guard case .record(let frame, _, let payload) = item, frame.type == .event,
          frame.index > max(syncedIndex, records.last?.index ?? 0)
        else { continue }
        let ticks = Int64(frame.ticks)
        let moment = Moment(wall: created.wall + ticks, continuous: created.continuous + ticks)
        records.append(ReadRecord(index: frame.index, moment: moment, payload: Array(payload)))
      }
    }
    return records
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
