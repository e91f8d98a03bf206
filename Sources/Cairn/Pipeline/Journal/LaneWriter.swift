/// Writes the segments of one lane after the other, and gets over what a disk does.
///
/// Whoever holds the journal's lock has it. Documentation/JournalFormat.md, sections 4 and 10.
struct LaneWriter: ~Copyable {
  let directory: String
  let files: any FileSystem
  let options: JournalOptions
  /// Nil when nothing is encrypted.
  let sealer: (any PayloadSealer)?
  /// 0 as long as the folder could not be read.
  var ordinal: UInt32
  let bootSession: UInt64
  var lane: LaneID
  var writer: SegmentWriter?
  /// Segments of this lane that nothing is written to any more.
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
  /// The last numbers of segments of lanes that have ended.
  var endedNumbers: [LaneID: UInt32] = [:]
  private(set) var preamble: [UInt8] = []
  /// The preamble of the events that come; another one only while some wait in memory.
  private var lastPreamble: [UInt8] = []
  /// The next event begins another segment.
  var rolls = false
  /// How many records were stored.
  var stored: UInt64 = 0
  /// The last number that the disk has confirmed.
  var syncedIndex: UInt32 = 0
  var window: UnsyncedWindow
  /// Closed files whose bytes may not have reached the disk, and whether a file was made.
  var unsynced: [UnsyncedFile] = []
  /// Closed files whose sync failed: it is never asked for again, and what they hold is written again elsewhere.
  var suspects: [UnsyncedFile] = []
  var superseded = Superseded()
  /// Files that are not needed, and are there all the same.
  var remains = Remains()
  var folderIsUnsynced = false
  /// The folders above were made before the journal was opened, perhaps a moment before.
  var parentsAreSynced = false
  var isDirty = false
  /// A sync works on files that were closed before, outside the lock.
  var isSyncUnderWay = false
  /// The last sync failed.
  var unsure: UnsureDisk?
  /// Somebody was told that a sync is due.
  var isSyncAnnounced = false
  /// A file failed, and what was unsynced in it is not written elsewhere yet.
  var needsRewriting = false
  /// Not all of that could be found.
  var hasLost = false
  /// How often all was forgotten.
  var forgotten = 0
  var spill: HeldRecords
  var trouble: StorageTrouble?

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
    sealer = options.sealer.flatMap { $0.isOn ? $0 : nil }
    window = UnsyncedWindow(capacity: options.mostCopied)
    spill = HeldRecords(capacity: options.spillBytes)
  }

  /// The bytes of this lane's files.
  var bytes: Int { finishedBytes + written.bytes + remains.bytes }
  var events: Int { finishedEvents + written.events }

  /// What writing again takes for a moment, until what it replaces is removed.
  var copyBytes: Int { max(window.bytes, suspects.isEmpty ? 0 : options.segmentBytes) }

  /// The most that the records in memory take on the disk.
  var waitingBytes: Int {
    let records = spill.bytes + spill.count * (Frame.headerSize + Frame.alignment)
    // Of two segments one after the other at least one is more than half full.
    return records + overhead * (1 + 2 * records / max(1, options.segmentBytes))
  }

  // Asked with every append: a summary would cost more than the record's check.
  private var written: (bytes: Int, events: Int) {
    switch writer {
    case .some(let writer): (writer.offset, Int(writer.seal.events))
    case .none: (0, 0)
    }
  }

  /// What the next segment takes before its first event, and the seals of this one and that.
  var overhead: Int {
    SegmentHeader.size + Frame.total(payload: preamble.count) + 2 * Seal.recordSize
  }

  /// The segment that is written to.
  var active: SegmentSummary? {
    switch writer {
    case .some(let writer): writer.summary
    case .none: nil
    }
  }

  /// Writes the event that the buffer holds behind 32 free bytes, or keeps it in memory if the disk refuses.
  mutating func append(
    _ buffer: inout OutputBuffer, at moment: Moment
  ) -> Appended {
    var appended = store(orHold: &buffer, at: moment)
    if announceSync() { appended.needs.insert(.sync) }
    return appended
  }

  /// Whether a sync is due that nobody was told of: whoever asks sees to it.
  mutating func announceSync() -> Bool {
    guard isDirty, !isSyncAnnounced else { return false }
    isSyncAnnounced = true
    return true
  }

  @inline(__always)
  private mutating func store(
    orHold buffer: inout OutputBuffer, at moment: Moment
  ) -> Appended {
    if trouble != nil {
      recover(at: moment)
      if let trouble { return hold(buffer, trouble.problem, at: moment) }
    }
    let closedBefore = unsynced.count
    do throws(FileError) {
      try storeAnywhere(&buffer, at: moment)
      let manyClosed =
        unsynced.count > closedBefore && unsynced.count.isMultiple(of: UnsyncedFile.mostOpen)
      return Appended(
        .stored(Position(lane: lane, index: lastIndex)), needs: manyClosed ? .syncNow : [],
        ticket: stored)
    } catch {
      let trouble = StorageTrouble(StorageProblem(error), at: moment)
      self.trouble = trouble
      return hold(buffer, trouble.problem, at: moment)
    }
  }

  /// What waits in memory gets its number when it is stored.
  private static let unnumbered = UInt32.max

  /// Keeps an event in memory, where it waits for the disk and for its number.
  private mutating func hold(
    _ buffer: borrowing OutputBuffer, _ problem: StorageProblem, at moment: Moment
  ) -> Appended {
    let payload = buffer.bytes.slice(Frame.headerSize, buffer.count - Frame.headerSize)
    let isFirst = spill.isEmpty
    guard spill.append(payload, index: Self.unnumbered, at: moment) else {
      return Appended(.refused(.storage, problem), needs: isFirst ? .retry : [])
    }
    return Appended(.buffered(problem), needs: isFirst ? .retry : [])
  }

  /// Asks the disk again when it is time.
  mutating func recover(at moment: Moment) {
    guard let trouble, moment.continuous >= trouble.retryAt else { return }
    try? retry(at: moment)
  }

  /// Asks the disk again: what it did not take goes first, in order.
  ///
  /// On a full disk the room that delivery needs comes first, unless this is the last time that it is asked.
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
      // The next try shall not be with the same file.
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
      guard writer != nil, StorageProblem(error).isOfOneFile else { throw error }
      try replaceSegment(at: moment)
      try store(&buffer, at: moment)
    }
  }

  @inline(__always)
  private mutating func store(
    _ buffer: inout OutputBuffer, at moment: Moment
  ) throws(FileError) {
    // Once: what could not be written is still encrypted when it is tried again.
    if let sealer { try sealer.seal(&buffer, from: Frame.headerSize) }
    try prepare(for: buffer.count + Frame.alignment, at: moment)
    let length = buffer.count - Frame.headerSize
    // Not earlier: the lane is its seed, and may be another one now.
    let check = Frame.payloadCheck(buffer.bytes.slice(Frame.headerSize, length), lane: lane)
    do throws(FileError) {
      try writer?.append(event: lastIndex + 1, length, check, &buffer, at: moment)
    } catch {
      // As it was, without the zeros that filled it up.
      buffer.truncate(to: Frame.headerSize + length)
      throw error
    }
    lastIndex += 1
    stored += 1
    isDirty = true
    let payload = buffer.bytes.slice(Frame.headerSize, length)
    window.add(payload, index: lastIndex, at: moment)
  }

  /// Writes a record that was kept in memory.
  private mutating func store(_ record: HeldRecords.Record) throws(FileError) {
    var buffer = OutputBuffer(capacity: Frame.total(payload: record.payload.count))
    buffer.appendZeros(Frame.headerSize)
    buffer.append(record.payload)
    try store(&buffer, at: record.moment)
  }

  /// Sets the bytes that hold for all events from now on.
  ///
  /// Those that wait in memory keep theirs.
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

  /// Numbers its segments from the first again, in a folder that may have to be made.
  mutating func restart(at moment: Moment) {
    lastNumber = 0
    endedNumbers = [:]
    preamble = lastPreamble
    do throws(FileError) {
      try files.makeDirectory(directory)
      trouble = nil
    } catch {
      ordinal = 0
      trouble = StorageTrouble(StorageProblem(error), at: moment)
    }
  }

  /// Rolled by the next event: a living lane is never without a file, which is how others know of it.
  mutating func beginSegment() { rolls = writer != nil }

  /// What was removed from the folder needs no sync.
  mutating func forget(_ gone: Set<SegmentName>) {
    finished.removeAll { gone.contains($0.name) }
    let paths = Set(gone.map { directory + "/" + $0.fileName })
    unsynced.removeAll { paths.contains($0.path) }
    suspects.removeAll { paths.contains($0.path) }
    // There may be room now.
    trouble?.retrySoon()
  }

  mutating func append(_ note: DropNote, at moment: Moment) {
    if writer == nil { writer = try? makeSegment(after: lastIndex, at: moment, preamble: preamble) }
    let ticks = writer?.ticks(at: moment) ?? 0
    try? writer?.append(note, ticks: ticks)
  }

  /// Ends the last segment.
  mutating func end(_ reason: Seal.Reason) {
    closeSegment(reason)
    // So that the next sync does not take the seal for done.
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
    let frame = Frame(
      type: .event, length: length, index: index, ticks: ticks(at: moment), payloadCheck: check)
    try appendEvent(frame, &buffer, wall: moment.wall)
  }
}
