/// Writes the segments of a lane, one after the other, and recovers from errors of the disk.
///
/// The journal's lock protects it. Documentation/JournalFormat.md, sections 4 and 10.
struct LaneWriter: ~Copyable {
  let directory: String
  let files: any FileSystem
  let options: JournalOptions
  /// The encryption; nil when it is off.
  let encryptor: (any PayloadEncryptor)?
  /// Whether there is an encryptor; `track` reads this, because reading `encryptor` copies it.
  private let isEncrypted: Bool
  /// The launch ordinal; 0 as long as the folder could not be read.
  var ordinal: UInt32
  let bootSession: UInt64
  var lane: LaneID
  var writer: SegmentWriter?
  /// The segments of this opening that are closed or abandoned.
  var finished: [SegmentSummary] = [] {
    didSet {
      finishedBytes = finished.reduce(0) { $0 + $1.bytes }
      finishedEvents = finished.reduce(0) { $0 + $1.events }
    }
  }
  private var finishedBytes = 0
  private var finishedEvents = 0
  var lastIndex: UInt32 = 0
  var lastNumber: UInt32 = 0
  /// The last segment numbers of lanes that have ended.
  var endedNumbers: [LaneID: UInt32] = [:]
  private(set) var preamble: [UInt8] = []
  /// The preamble of the next events; it differs from `preamble` only while some events wait in
  /// memory.
  private var lastPreamble: [UInt8] = []
  /// Whether the next event begins another segment.
  var rolls = false
  /// The number of records stored so far.
  var stored: UInt64 = 0
  /// The number of the last event that the disk has confirmed.
  var syncedIndex: UInt32 = 0
  var window: UnsyncedWindow
  /// The closed files whose bytes may not have reached the disk; `folderIsUnsynced` says whether a
  /// file was made.
  var unsynced: [UnsyncedFile] = []
  /// The closed files whose sync failed; they are never synced again, and their contents are
  /// written again elsewhere.
  var unconfirmedFiles: [UnsyncedFile] = []
  var superseded = SupersededFiles()
  /// The files that are no longer needed but could not be removed.
  var remains = PendingDeletions()
  var folderIsUnsynced = false
  /// Whether the parent folders, which may have been made just before the journal was opened, are
  /// synced.
  var parentsAreSynced = false
  var isDirty = false
  /// Whether a sync is working, outside the lock, on files that were closed before.
  var isSyncUnderWay = false
  /// The state after a failed sync; nil when the last one succeeded.
  var unsure: SyncBackoff?
  /// Whether a due sync was announced.
  var isSyncAnnounced = false
  /// Whether a file failed, and its unsynced records are not written elsewhere yet.
  var needsRewriting = false
  /// Whether some of those records could not be found.
  var hasLost = false
  /// The number of times that everything was forgotten.
  var forgotten = 0
  var spill: SpillBuffer
  var trouble: WriteBackoff?

  init(
    _ lane: LaneID, ordinal: UInt32, bootSession: UInt64, directory: String, files: any FileSystem,
    options: JournalOptions
  ) {
    self.lane = lane
    self.ordinal = ordinal
    self.bootSession = bootSession
    self.directory = directory
    self.files = files
    self.options = options
    encryptor = options.encryptor.flatMap { $0.isOn ? $0 : nil }
    isEncrypted = encryptor != nil
    window = UnsyncedWindow(capacity: options.mostCopied)
    spill = SpillBuffer(capacity: options.spillBytes)
  }

  /// The size of this lane's files in bytes.
  var bytes: Int { finishedBytes + written.bytes + remains.bytes }
  var events: Int { finishedEvents + written.events }

  /// The number of bytes that rewriting takes temporarily, until the replaced files are removed.
  var copyBytes: Int { max(window.bytes, unconfirmedFiles.isEmpty ? 0 : options.segmentBytes) }

  /// The maximum number of bytes that the records in memory take on the disk.
  var waitingBytes: Int {
    let records = spill.bytes + spill.count * (RecordHeader.headerSize + RecordHeader.alignment)
    // Of two consecutive segments, at least one is more than half full.
    return records + overhead * (1 + 2 * records / max(1, options.segmentBytes))
  }

  // The size is read with every append; a summary would cost more than the record's check.
  private var written: (bytes: Int, events: Int) {
    switch writer {
    case .some(let writer): (writer.offset, Int(writer.seal.events))
    case .none: (0, 0)
    }
  }

  /// The size of the next segment before its first event, and of the seals of this segment and the
  /// next.
  var overhead: Int {
    SegmentHeader.size + RecordHeader.total(payload: preamble.count) + 2 * Seal.recordSize
  }

  /// The segment that is being written.
  var active: SegmentSummary? {
    switch writer {
    case .some(let writer): writer.summary
    case .none: nil
    }
  }

  /// The segments of this lane, in the order of their events.
  var segments: [SegmentSummary] {
    var segments = finished
    if let active { segments.append(active) }
    return segments
  }

  /// Writes the event that follows 32 free bytes in the buffer, or keeps it in memory if the disk
  /// refuses it.
  mutating func append(
    _ buffer: inout OutputBuffer, at moment: Moment
  ) -> AppendResult {
    var appended = store(orHold: &buffer, at: moment)
    if announceSync() { appended.needs.insert(.sync) }
    return appended
  }

  /// Returns whether a sync is due that was not announced yet; the caller must schedule it.
  mutating func announceSync() -> Bool {
    guard isDirty, !isSyncAnnounced else { return false }
    isSyncAnnounced = true
    return true
  }

  @inline(__always)
  private mutating func store(
    orHold buffer: inout OutputBuffer, at moment: Moment
  ) -> AppendResult {
    if trouble != nil {
      recover(at: moment)
      if let trouble { return hold(buffer, trouble.problem, at: moment) }
    }
    let closedBefore = unsynced.count
    do throws(FileError) {
      try storeAnywhere(&buffer, at: moment)
      let manyClosed =
        unsynced.count > closedBefore && unsynced.count.isMultiple(of: UnsyncedFile.mostOpen)
      return AppendResult(
        .stored(Position(lane: lane, index: lastIndex)), needs: manyClosed ? .syncNow : [],
        ticket: stored)
    } catch {
      let trouble = WriteBackoff(StorageProblem(error), at: moment)
      self.trouble = trouble
      return hold(buffer, trouble.problem, at: moment)
    }
  }

  /// The index of records in memory, which get their number when they are stored.
  private static let unnumbered = UInt32.max

  /// Keeps an event in memory until the disk accepts it.
  private mutating func hold(
    _ buffer: borrowing OutputBuffer, _ problem: StorageProblem, at moment: Moment
  ) -> AppendResult {
    let payload = buffer.bytes.slice(
      RecordHeader.headerSize, buffer.count - RecordHeader.headerSize)
    let isFirst = spill.isEmpty
    guard spill.append(payload, index: Self.unnumbered, at: moment) else {
      return AppendResult(.refused(.storage, problem), needs: isFirst ? .retry : [])
    }
    return AppendResult(.buffered(problem), needs: isFirst ? .retry : [])
  }

  /// Retries if it is time.
  mutating func recover(at moment: Moment) {
    guard let trouble, moment.continuous >= trouble.retryAt else { return }
    try? retry(at: moment)
  }

  /// Retries to write the records in memory, in order.
  ///
  /// On a full disk, the space that delivery needs is reserved first, unless this is the last
  /// attempt.
  mutating func retry(at moment: Moment, isLast: Bool = false) throws(FileError) {
    guard var trouble else { return }
    do throws(FileError) {
      if trouble.problem == .noSpace, !isLast, options.ballast?.take() == false {
        throw FileError(call: "write", path: directory, code: FileError.noSpace)
      }
      if ordinal == 0 {
        try files.makeDirectory(directory)
        ordinal = try Recovery(directory: directory, files: files).run().nextOrdinal
      }
      if writer == nil, trouble.problem == .vanished { try files.makeDirectory(directory) }
      if needsRewriting { try rewrite(at: moment) }
      while let record = spill.first {
        if record.index == 0 {
          begin(Array(record.payload), at: moment)
        } else {
          try store(record)
        }
        spill.removeFirst()
      }
      self.trouble = nil
    } catch {
      let problem = StorageProblem(error)
      // The next attempt must use another file.
      needsRewriting = needsRewriting || problem.isOfOneFile && writer != nil
      trouble.failAgain(problem, at: moment)
      self.trouble = trouble
      throw error
    }
  }

  private mutating func storeAnywhere(
    _ buffer: inout OutputBuffer, at moment: Moment
  ) throws(FileError) {
    do throws(FileError) {
      try store(&buffer, at: moment)
    } catch {
      let problem = StorageProblem(error)
      if writer == nil, problem == .vanished {
        // The folder was moved away before the first event, as into an app group.
        try files.makeDirectory(directory)
        return try store(&buffer, at: moment)
      }
      guard writer != nil, problem.isOfOneFile else { throw error }
      try replaceSegment(at: moment)
      try store(&buffer, at: moment)
    }
  }

  @inline(__always)
  private mutating func store(
    _ buffer: inout OutputBuffer, at moment: Moment
  ) throws(FileError) {
    // Sealed only once: an event that could not be written is already encrypted at the next
    // attempt.
    if isEncrypted { try encryptor?.seal(&buffer, from: RecordHeader.headerSize) }
    try prepare(for: buffer.count + RecordHeader.alignment, at: moment)
    let length = buffer.count - RecordHeader.headerSize
    // Not earlier: the lane is its seed, and may be another one now.
    let check = RecordHeader.payloadCheck(
      buffer.bytes.slice(RecordHeader.headerSize, length), lane: lane)
    do throws(FileError) {
      try writer?.append(event: lastIndex + 1, length, check, &buffer, at: moment)
    } catch {
      // Restores the buffer without the padding zeros.
      buffer.truncate(to: RecordHeader.headerSize + length)
      throw error
    }
    lastIndex += 1
    stored += 1
    isDirty = true
    let payload = buffer.bytes.slice(RecordHeader.headerSize, length)
    window.add(payload, index: lastIndex, at: moment)
  }

  /// Writes a record that was kept in memory.
  private mutating func store(_ record: SpillBuffer.Record) throws(FileError) {
    var buffer = OutputBuffer(capacity: RecordHeader.total(payload: record.payload.count))
    buffer.appendZeros(RecordHeader.headerSize)
    buffer.append(record.payload)
    try store(&buffer, at: record.moment)
  }

  /// Sets the preamble of all later events.
  ///
  /// Events that wait in memory keep the earlier preamble.
  mutating func setPreamble(_ preamble: [UInt8], at moment: Moment) {
    guard lastPreamble != preamble else { return }
    lastPreamble = preamble
    if spill.isEmpty {
      begin(preamble, at: moment)
    } else {
      spill.appendPreamble(preamble, at: moment)
    }
  }

  private mutating func begin(_ preamble: [UInt8], at moment: Moment) {
    self.preamble = preamble
    window.begin(preamble, at: moment)
    beginSegment()
  }

  /// Restarts the numbering of segments, in a folder that may have to be made.
  mutating func restart(at moment: Moment) {
    lastNumber = 0
    endedNumbers = [:]
    preamble = lastPreamble
    do throws(FileError) {
      try files.makeDirectory(directory)
      trouble = nil
    } catch {
      ordinal = 0
      trouble = WriteBackoff(StorageProblem(error), at: moment)
    }
  }

  /// Makes the next event begin a segment; a living lane always has a file, by which other
  /// processes know of it.
  mutating func beginSegment() { rolls = writer != nil }

  /// Forgets removed segments, which need no sync.
  mutating func forget(_ gone: Set<SegmentName>) {
    finished.removeAll { gone.contains($0.name) }
    let paths = Set(gone.map { directory + "/" + $0.fileName })
    unsynced.removeAll { paths.contains($0.path) }
    unconfirmedFiles.removeAll { paths.contains($0.path) }
    // The removal may have freed space.
    trouble?.retrySoon()
  }

  mutating func append(_ note: DropNote, at moment: Moment) {
    if writer == nil { writer = try? makeSegment(after: lastIndex, at: moment, preamble: preamble) }
    let ticks = writer?.ticks(at: moment) ?? 0
    try? writer?.append(note, ticks: ticks)
  }

  /// Ends the current segment.
  mutating func end(_ reason: Seal.Reason) {
    closeSegment(reason)
    // Counted as a record, so that the next sync covers the seal.
    stored += 1
    rolls = false
  }
}

extension SegmentWriter {
  @inline(__always)
  fileprivate mutating func append(
    event index: UInt32, _ length: Int, _ check: UInt64, _ buffer: inout OutputBuffer,
    at moment: Moment
  ) throws(FileError) {
    let frame = RecordHeader(
      type: .event, length: length, index: index, ticks: ticks(at: moment), payloadCheck: check)
    try appendEvent(frame, &buffer, wall: moment.wall)
  }
}
