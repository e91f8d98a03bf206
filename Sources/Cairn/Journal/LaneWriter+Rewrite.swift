/// Rewriting of records that the disk has not confirmed, after a file has failed.
extension LaneWriter {
  /// Leaves the current segment as it is, without a seal, and continues in another one.
  mutating func replaceSegment(at moment: Moment) throws(FileError) {
    needsRewriting = true
    try rewrite(at: moment)
  }

  /// Rewrites the records that are in memory, or those in files that no longer have a name.
  ///
  /// Records that exceed the memory limit stay readable in their files, which are copied when the
  /// disk confirms syncs again.
  mutating func rewrite(at moment: Moment) throws(FileError) {
    try files.makeDirectory(directory)
    if window.isWhole, mayCopy(), let held = heldRecords() {
      try begin(with: held, at: moment)
    } else if hasVanished {
      try begin(with: readUnsynced(), at: moment)
    } else {
      try leaveSegment(at: moment)
    }
    needsRewriting = false
  }

  /// Returns false while the disk does not remove replaced files, because copies of copies would
  /// fill it.
  private mutating func mayCopy() -> Bool {
    discardRemains(failures: 1)
    let kept = finished.filter { superseded.contains($0.name) }
    return kept.reduce(remains.bytes) { $0 + $1.size } <= options.mostCopied
  }

  private var hasVanished: Bool {
    guard let file = activeFile, let status = try? file.status() else { return false }
    return status.links == 0
  }

  /// Begins a segment with the records that are not synced.
  ///
  /// When two segments hold the same numbers, the reader uses the later one.
  private mutating func begin(
    with held: [UnsyncedRecord], at moment: Moment
  ) throws(FileError) {
    hasLost = held.count < Int(lastIndex - syncedIndex)
    let first = held.first
    var next = try makeSegment(
      after: (first?.index ?? lastIndex + 1) - 1, at: first?.moment ?? moment,
      preamble: first?.preamble ?? preamble)
    do throws(FileError) {
      try next.append(held)
      if let last = held.last, last.preamble != preamble {
        try next.appendPreamble(preamble, ticks: next.lastTicks)
      }
    } catch {
      discard(next.file.path, next.offset)
      throw error
    }
    abandonSegment()
    let lane = lane
    unsynced.removeAll { $0.name.lane == lane }
    unconfirmedFiles.removeAll { $0.name.lane == lane }
    writer = consume next
    rolls = false
    if !hasLost { removeSuperseded(from: first?.index ?? lastIndex + 1) }
  }

  /// Removes the segments whose records are in the current segment again.
  ///
  /// If a sync of them is in progress, they are kept: when it succeeds, they are the only confirmed
  /// ones.
  private mutating func removeSuperseded(from first: UInt32) {
    let names = finished.filter {
      $0.lane == lane && ($0.firstIndex >= first || $0.events == 0 && $0.state == .abandoned)
    }.map(\.name)
    if isSyncUnderWay { superseded.latest.formUnion(names) } else { discard(Set(names)) }
  }

  /// Removes segments that were superseded during a sync, after the next sync has confirmed their
  /// replacement.
  mutating func discardSuperseded() { discard(superseded.takeConfirmed()) }

  private mutating func discard(_ names: Set<SegmentName>) {
    for segment in finished where names.contains(segment.name) {
      discard(path(of: segment.name), segment.size)
    }
    finished.removeAll { names.contains($0.name) }
  }

  /// Ends the current segment without a seal.
  mutating func abandonSegment() {
    guard let left = writer.take() else { return }
    var summary = left.summary
    summary.state = .abandoned
    finished.append(summary)
  }

  /// Returns the records in memory; nil when they span more time than one segment can represent.
  private func heldRecords() -> [UnsyncedRecord]? {
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
    guard let first = records.first, let last = records.last else { return records }
    let isShort =
      last.moment.continuous - first.moment.continuous <= Milliseconds(Int64(UInt32.max))
    return isShort ? records : nil
  }

  /// Reads the unsynced records back from the files, which the system's cache still holds, when
  /// memory does not have all of them.
  private func readUnsynced() throws(FileError) -> [UnsyncedRecord] {
    var records: [UnsyncedRecord] = []
    for segment in finished + (active.map { [$0] } ?? [])
    where segment.lane == lane && segment.lastIndex > syncedIndex {
      let last = max(syncedIndex, records.last?.index ?? 0)
      records += try read(segment).filter { $0.index > last }
    }
    return records
  }

  /// Returns the events of a segment; none when the file is gone.
  func read(_ segment: SegmentSummary) throws(FileError) -> [UnsyncedRecord] {
    guard let file = try openFile(of: segment) else { return [] }
    var records: [UnsyncedRecord] = []
    let created = segment.header?.created ?? Moment(wall: 0, continuous: 0)
    var scanner = SegmentScanner(
      file, lane: segment.lane, after: segment.firstIndex - 1, limit: segment.bytes)
    var preamble: [UInt8] = []
    while let item = try scanner.next() {
      guard case .record(let frame, _, let payload) = item else { continue }
      if frame.type == .preamble {
        // The preamble is encrypted again when it is written.
        preamble = try options.encryptor?.open(preamble: Array(payload)) ?? Array(payload)
      }
      guard frame.type == .event else { continue }
      let ticks = Milliseconds(Int64(frame.ticks))
      let moment = Moment(wall: created.wall + ticks, continuous: created.continuous + ticks)
      records.append(
        UnsyncedRecord(
          index: frame.index, moment: moment, payload: Array(payload), preamble: preamble))
    }
    return records
  }

  /// Opens the file as it was written, even if its name is gone; nil when no handle of it is left.
  private func openFile(of segment: SegmentSummary) throws(FileError) -> OpenFile? {
    let path = path(of: segment.name)
    if let file = activeFile, file.path == path { return file }
    if let file = (unsynced + unconfirmedFiles).first(where: { $0.path == path })?.file {
      return file
    }
    do throws(FileError) {
      return try OpenFile(path, .read, in: files)
    } catch {
      guard error.code == FileError.missing else { throw error }
      return nil
    }
  }

  func path(of name: SegmentName) -> String { directory + "/" + name.fileName }
}

/// A record that is written again.
struct UnsyncedRecord {
  var index: UInt32
  var moment: Moment
  var payload: [UInt8]
  var preamble: [UInt8]
}

extension SegmentWriter {
  /// Appends the records; the segment begins with the first one's preamble, and each later preamble
  /// is written before its first event.
  mutating func append(_ records: [UnsyncedRecord]) throws(FileError) {
    var preamble = records.first?.preamble
    for record in records {
      if record.preamble != preamble {
        try appendPreamble(record.preamble, ticks: ticks(at: record.moment))
        preamble = record.preamble
      }
      try append(record.payload, index: record.index, at: record.moment)
    }
  }

  private mutating func append(
    _ payload: [UInt8], index: UInt32, at moment: Moment
  ) throws(FileError) {
    var buffer = OutputBuffer(capacity: RecordHeader.total(payload: payload.count))
    buffer.appendZeros(RecordHeader.headerSize)
    buffer.append(payload)
    let check = payload.withUnsafeBytes { RecordHeader.payloadCheck($0, lane: header.name.lane) }
    let frame = RecordHeader(
      type: .event, length: payload.count, index: index, ticks: ticks(at: moment),
      payloadCheck: check)
    try appendEvent(frame, &buffer, wall: moment.wall)
  }
}

/// Files whose events a later file contains, but which a sync in progress may still confirm.
struct SupersededFiles: Sendable {
  /// The files superseded since the last sync began.
  var latest: Set<SegmentName> = []
  /// The files superseded before it; that sync confirms their replacement.
  private var earlier: Set<SegmentName> = []

  func contains(_ name: SegmentName) -> Bool { latest.contains(name) || earlier.contains(name) }

  /// Returns the files whose replacement is confirmed, and begins the next period.
  ///
  /// Call it once after each successful sync.
  mutating func takeConfirmed() -> Set<SegmentName> {
    defer { (earlier, latest) = (latest, []) }
    return earlier
  }
}
